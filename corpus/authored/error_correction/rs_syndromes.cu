#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

/*
 * Syndromes of Reed-Solomon (255,223) code words over GF(256), 0x11d.
 * One block per code word, 32 threads: thread j evaluates r(alpha^j) by Horner's rule.
 */
#define NCODE 255
#define NSYN 32

__global__ void syndromes(const unsigned char *received, const unsigned char *gexp, const unsigned char *glog,
                          unsigned char *syn)
{
    __shared__ unsigned char e[512], l[256], r[NCODE + 1];
    int j = threadIdx.x;
    for (int i = j; i < 512; i += NSYN) e[i] = gexp[i];
    for (int i = j; i < 256; i += NSYN) l[i] = glog[i];
    for (int i = j; i < NCODE; i += NSYN) r[i] = received[blockIdx.x * NCODE + i];
    __syncthreads();

    unsigned char s = r[0];
    for (int i = 1; i < NCODE; i++) {
        /* s * alpha^j + r[i] */
        unsigned char t = s ? e[l[s] + j] : 0;
        s = t ^ r[i];
    }
    syn[blockIdx.x * NSYN + j] = s;
}

int main()
{
    const int words = 20000;
    unsigned char gexp[512], glog[256];
    int x = 1;
    for (int i = 0; i < 255; i++) {
        gexp[i] = gexp[i + 255] = (unsigned char)x;
        glog[x] = (unsigned char)i;
        x <<= 1;
        if (x & 256) x ^= 0x11d;
    }
    gexp[510] = gexp[0];
    gexp[511] = gexp[1];
    glog[0] = 0;

    unsigned char *h = (unsigned char *)malloc(words * NCODE);
    for (int i = 0; i < words * NCODE; i++) h[i] = rand() & 255;

    unsigned char *d_r, *d_e, *d_l, *d_s;
    cudaMalloc(&d_r, words * NCODE);
    cudaMalloc(&d_e, 512);
    cudaMalloc(&d_l, 256);
    cudaMalloc(&d_s, words * NSYN);
    cudaMemcpy(d_r, h, words * NCODE, cudaMemcpyHostToDevice);
    cudaMemcpy(d_e, gexp, 512, cudaMemcpyHostToDevice);
    cudaMemcpy(d_l, glog, 256, cudaMemcpyHostToDevice);

    syndromes<<<words, NSYN>>>(d_r, d_e, d_l, d_s);

    unsigned char *s = (unsigned char *)malloc(words * NSYN);
    cudaMemcpy(s, d_s, words * NSYN, cudaMemcpyDeviceToHost);
    /* S_0 is the sum of all symbols */
    unsigned char sum = 0;
    for (int i = 0; i < NCODE; i++) sum ^= h[i];
    printf("S0 = %02x, expected %02x\n", s[0], sum);
    free(h);
    free(s);
    return s[0] != sum;
}
