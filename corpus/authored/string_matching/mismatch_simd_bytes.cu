#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

/* Approximate probe matching: report positions where a 16-base probe fits with <= 2 mismatches.
 * Four bases are compared per instruction with the byte SIMD intrinsics; unaligned windows
 * come from pairs of words through __funnelshift_r. Each thread handles 4 neighbouring offsets. */

__global__ void probe_scan(const unsigned *__restrict__ seq, int nwords, uint4 probe,
                           int max_mismatch, unsigned char *__restrict__ hit)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w + 5 > nwords)
        return;

    unsigned v0 = seq[w], v1 = seq[w + 1], v2 = seq[w + 2], v3 = seq[w + 3], v4 = seq[w + 4];
    uchar4 result;
    unsigned char *res = &result.x;

    #pragma unroll
    for (int shift = 0; shift < 4; ++shift) {
        unsigned a = __funnelshift_r(v0, v1, 8 * shift);
        unsigned b = __funnelshift_r(v1, v2, 8 * shift);
        unsigned c = __funnelshift_r(v2, v3, 8 * shift);
        unsigned d = __funnelshift_r(v3, v4, 8 * shift);
        int bad = __popc(__vcmpne4(a, probe.x)) + __popc(__vcmpne4(b, probe.y)) +
                  __popc(__vcmpne4(c, probe.z)) + __popc(__vcmpne4(d, probe.w));
        res[shift] = bad <= 8 * max_mismatch;
    }
    reinterpret_cast<uchar4 *>(hit)[w] = result;
}

int main()
{
    const int bases = 20 * 1000 * 1000;
    const int nwords = bases / 4;
    char *seq = (char *)malloc(bases);
    srand(11);
    for (int i = 0; i < bases; ++i)
        seq[i] = "ACGT"[rand() & 3];

    /* ACGT TGCA ACGG TACC, little endian */
    const uint4 probe = make_uint4(0x54474341u, 0x41434754u, 0x47474341u, 0x43434154u);

    unsigned *d_seq;
    unsigned char *d_hit;
    cudaMalloc(&d_seq, bases);
    cudaMalloc(&d_hit, bases);
    cudaMemcpy(d_seq, seq, bases, cudaMemcpyHostToDevice);
    cudaMemset(d_hit, 0, bases);

    cudaStream_t stream;
    cudaStreamCreate(&stream);
    probe_scan<<<(nwords + 255) / 256, 256, 0, stream>>>(d_seq, nwords, probe, 2, d_hit);
    cudaStreamSynchronize(stream);

    char *hit = (char *)malloc(bases);
    cudaMemcpy(hit, d_hit, bases, cudaMemcpyDeviceToHost);
    long long sites = 0;
    for (int i = 0; i < bases; ++i) sites += hit[i];
    printf("%lld binding sites\n", sites);
    cudaStreamDestroy(stream);
    free(seq);
    free(hit);
    return 0;
}
