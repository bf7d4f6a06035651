#include <iostream>
#include <vector>
#include <cuda_runtime.h>

#define WINDOW 1000
#define STEP   100
#define WINDOWS_PER_BLOCK 64
#define SPAN ((WINDOWS_PER_BLOCK - 1) * STEP + WINDOW)

/* GC fraction of overlapping windows: first count per STEP bin in shared memory,
   then add up the ten bins of every window. */
__global__ void gcContent(const char *genome, int length, float *fraction, int numWindows)
{
        __shared__ int bin[SPAN / STEP];

        int firstWindow = blockIdx.x * WINDOWS_PER_BLOCK;
        int origin = firstWindow * STEP;

        for (int b = threadIdx.x; b < SPAN / STEP; b += blockDim.x)
                bin[b] = 0;
        __syncthreads();

        for (int i = threadIdx.x; i < SPAN; i += blockDim.x) {
                if (origin + i < length) {
                        char c = genome[origin + i];
                        if (c == 'G' || c == 'C')
                                atomicAdd(&bin[i / STEP], 1);
                }
        }
        __syncthreads();

        int w = firstWindow + threadIdx.x;
        if (threadIdx.x < WINDOWS_PER_BLOCK && w < numWindows) {
                int gc = 0;
                for (int b = 0; b < WINDOW / STEP; b++)
                        gc += bin[threadIdx.x + b];
                fraction[w] = gc / (float)WINDOW;
        }
}

int main()
{
        const int length = 10000000;
        const int numWindows = (length - WINDOW) / STEP + 1;

        std::vector<char> genome(length);
        for (int i = 0; i < length; i++)
                genome[i] = "ACGT"[(i * 7 + i / 1000 + (i >> 3)) & 3];

        char *d_genome;
        float *d_fraction;
        cudaMalloc(&d_genome, length);
        cudaMalloc(&d_fraction, numWindows * sizeof(float));
        cudaMemcpy(d_genome, genome.data(), length, cudaMemcpyHostToDevice);

        int blocks = (numWindows + WINDOWS_PER_BLOCK - 1) / WINDOWS_PER_BLOCK;
        gcContent<<<blocks, 256>>>(d_genome, length, d_fraction, numWindows);

        std::vector<float> fraction(numWindows);
        cudaMemcpy(fraction.data(), d_fraction, numWindows * sizeof(float), cudaMemcpyDeviceToHost);
        float lo = 1, hi = 0;
        for (float f : fraction) {
                if (f < lo) lo = f;
                if (f > hi) hi = f;
        }
        std::cout << "GC content between " << lo << " and " << hi << std::endl;
        cudaFree(d_genome);
        cudaFree(d_fraction);
        return 0;
}
