#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Built-in self test: a 32-bit LFSR feeds a scan chain model, a MISR compresses the responses.
// The grid has as many blocks as fit at once and fetches work (core under test) from a counter.

#define CYCLES 256
#define CORES 200000

__device__ int nextChunk;

__device__ __forceinline__ unsigned lfsr(unsigned s) { return (s >> 1) ^ ((0u - (s & 1u)) & 0xA3000000u); }

__global__ void __launch_bounds__(256) bist(const unsigned *__restrict__ seeds, const unsigned *__restrict__ defect,
                                            unsigned *__restrict__ signature)
{
    __shared__ int chunk;
    for (;;) {
        if (threadIdx.x == 0) chunk = atomicAdd(&nextChunk, 1);
        __syncthreads();
        int core = chunk * 256 + threadIdx.x;
        bool done = chunk * 256 >= CORES;
        __syncthreads();
        if (done) break;
        if (core < CORES) {
            unsigned s = seeds[core], d = defect[core], sig = 0xffffffffu;
            for (int c = 0; c < CYCLES; ++c) {
                s = lfsr(s);
                unsigned response = (s & (s >> 3)) ^ (s << 5) ^ (s | ~(s >> 11));
                response &= ~d;                        // stuck-at-zero outputs
                sig = lfsr(sig) ^ response;
            }
            signature[core] = sig;
        }
    }
}

int main()
{
    unsigned *seeds = (unsigned *)malloc(CORES * sizeof(unsigned));
    unsigned *defect = (unsigned *)malloc(CORES * sizeof(unsigned));
    for (int i = 0; i < CORES; ++i) {
        seeds[i] = 0x12345678u;
        defect[i] = i % 100 == 0 ? 1u << (i / 100 % 32) : 0u;
    }
    unsigned *dSeeds, *dDefect, *dSig;
    cudaMalloc(&dSeeds, CORES * sizeof(unsigned));
    cudaMalloc(&dDefect, CORES * sizeof(unsigned));
    cudaMalloc(&dSig, CORES * sizeof(unsigned));
    cudaMemcpy(dSeeds, seeds, CORES * sizeof(unsigned), cudaMemcpyHostToDevice);
    cudaMemcpy(dDefect, defect, CORES * sizeof(unsigned), cudaMemcpyHostToDevice);
    int zero = 0;
    cudaMemcpyToSymbol(nextChunk, &zero, sizeof(int));

    bist<<<132 * 4, 256>>>(dSeeds, dDefect, dSig);

    unsigned *sig = (unsigned *)malloc(CORES * sizeof(unsigned));
    cudaMemcpy(sig, dSig, CORES * sizeof(unsigned), cudaMemcpyDeviceToHost);
    int failing = 0;
    for (int i = 0; i < CORES; ++i) failing += sig[i] != sig[1];
    printf("%d of %d cores fail\n", failing, CORES);
    free(seeds);
    free(defect);
    free(sig);
    return 0;
}
