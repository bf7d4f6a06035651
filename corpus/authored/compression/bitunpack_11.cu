// 32 values of 11 bits each occupy 11 words; a thread unpacks one value from the
// 64-bit funnel of two neighbouring words.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define BITS 11
#define GROUPS_PER_THREAD 4

__global__ void unpack(const unsigned *packed, int *values, int groups)
{
        int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
        int lane = threadIdx.x % 32;
        int bit = lane * BITS;
        int word = bit / 32;
        int shift = bit % 32;
        int hiWord = min(word + 1, BITS - 1);

#pragma unroll
        for (int g = 0; g < GROUPS_PER_THREAD; g++) {
                int group = warp * GROUPS_PER_THREAD + g;
                if (group < groups) {
                        const unsigned *p = packed + group * BITS;
                        unsigned v = __funnelshift_r(p[word], p[hiWord], shift);
                        values[group * 32 + lane] = v & ((1 << BITS) - 1);
                }
        }
}

int main()
{
        const int groups = 150000;
        const int count = groups * 32;
        unsigned *packed = (unsigned *)calloc(groups * BITS, sizeof(unsigned));
        int *values = (int *)malloc(count * sizeof(int));
        for (int i = 0; i < count; i++) {
                unsigned v = (i * 37) & 2047;
                long long bit = (long long)i * BITS;
                packed[bit / 32] |= v << (bit % 32);
                if (bit % 32 > 32 - BITS)
                        packed[bit / 32 + 1] |= v >> (32 - bit % 32);
        }

        unsigned *d_packed;
        int *d_values;
        cudaMalloc(&d_packed, groups * BITS * sizeof(unsigned));
        cudaMalloc(&d_values, count * sizeof(int));
        cudaMemcpy(d_packed, packed, groups * BITS * sizeof(unsigned), cudaMemcpyHostToDevice);

        int warps = (groups + GROUPS_PER_THREAD - 1) / GROUPS_PER_THREAD;
        unpack<<<(warps + 7) / 8, 256>>>(d_packed, d_values, groups);

        cudaMemcpy(values, d_values, count * sizeof(int), cudaMemcpyDeviceToHost);
        for (int i = 0; i < count; i++)
                if (values[i] != ((i * 37) & 2047)) {
                        printf("value %d: got %d\n", i, values[i]);
                        return 1;
                }
        printf("%d values unpacked\n", count);
        return 0;
}
