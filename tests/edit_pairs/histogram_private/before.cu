#include <cstdio>
#include <cstdlib>
#include <vector>

#define BINS 256

__global__ void histogram(const unsigned char* data, unsigned int* bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = gridDim.x * blockDim.x;
    for (; i < n; i += stride)
        atomicAdd(&bins[data[i]], 1u);
}

int main()
{
    const int n = 4 << 20;
    std::vector<unsigned char> data(n);
    srand(7);
    for (int i = 0; i < n; i++) data[i] = rand() % 256;

    unsigned char* dData;
    unsigned int* dBins;
    cudaMalloc(&dData, n);
    cudaMalloc(&dBins, BINS * sizeof(unsigned int));
    cudaMemcpy(dData, data.data(), n, cudaMemcpyHostToDevice);
    cudaMemset(dBins, 0, BINS * sizeof(unsigned int));

    for (int rep = 0; rep < 5; rep++)
        histogram<<<528, 256>>>(dData, dBins, n);

    unsigned int bins[BINS];
    cudaMemcpy(bins, dBins, sizeof(bins), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int b = 0; b < BINS; b++) sum += (double)bins[b] * (b + 1);
    printf("%.9g\n", sum);
    return 0;
}
