#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

const int CHUNK = 2048;
const unsigned MOD = 65521;

// zlib's Adler-32 of every chunk; a and b are reduced only once per chunk of <= 5552 bytes
__global__ void adler32(const unsigned char *data, unsigned *sums, int chunks)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= chunks)
        return;
    const unsigned char *p = data + c * CHUNK;
    unsigned a = 1, b = 0;
    for (int i = 0; i < CHUNK; ++i)
    {
        a += p[i];
        b += a;
    }
    sums[c] = ((b % MOD) << 16) | (a % MOD);
}

int main()
{
    const int chunks = 6000;
    const int bytes = chunks * CHUNK;
    unsigned char *data = (unsigned char *)malloc(bytes);
    for (int i = 0; i < bytes; ++i)
        data[i] = (unsigned char)(i * 31 + (i >> 8));

    unsigned char *dData;
    unsigned *dSums, *sums = (unsigned *)malloc(chunks * sizeof(unsigned));
    cudaMalloc(&dData, bytes);
    cudaMalloc(&dSums, chunks * sizeof(unsigned));
    cudaMemcpy(dData, data, bytes, cudaMemcpyHostToDevice);
    adler32<<<(chunks + 31) / 32, 32>>>(dData, dSums, chunks);
    cudaMemcpy(sums, dSums, chunks * sizeof(unsigned), cudaMemcpyDeviceToHost);

    // combine on the host like zlib's adler32_combine
    unsigned A = 1, B = 0;
    for (int c = 0; c < chunks; ++c)
    {
        unsigned a = sums[c] & 0xffff, b = sums[c] >> 16;
        B = (unsigned)((B + b + (unsigned long long)CHUNK * (A + MOD - 1)) % MOD);
        A = (A + a + MOD - 1) % MOD;
    }
    printf("adler32 = %08x\n", B << 16 | A);
    free(data);
    free(sums);
    return 0;
}
