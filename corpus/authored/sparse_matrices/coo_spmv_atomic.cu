#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
#include <cstdlib>

// Unsorted triplets straight from the assembly: one thread per triplet.
__global__ void spmvTriplets(const int* rowOf, const int* colOf, const float* value,
                             int numEntries, const float* x, float* y)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= numEntries)
        return;
    atomicAdd(y + rowOf[e], value[e] * x[colOf[e]]);
}

template <typename T>
T* toDevice(const std::vector<T>& host)
{
    T* p = nullptr;
    cudaMalloc(&p, host.size() * sizeof(T));
    cudaMemcpy(p, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}

int main()
{
    const int n = 40000;
    const int numEntries = 1200000;

    std::vector<int> rowOf(numEntries), colOf(numEntries);
    std::vector<float> value(numEntries);
    for (int e = 0; e < numEntries; e++)
    {
        rowOf[e] = rand() % n;
        colOf[e] = rand() % n;
        value[e] = 1.0f;
    }
    std::vector<float> x(n), y(n);
    for (int i = 0; i < n; i++)
        x[i] = 2.0f;

    int* dRow = toDevice(rowOf);
    int* dCol = toDevice(colOf);
    float* dVal = toDevice(value);
    float* dx = toDevice(x);
    float* dy;
    cudaMalloc(&dy, n * sizeof(float));
    cudaMemset(dy, 0, n * sizeof(float));

    int block = 320;
    int grid = (numEntries + block - 1) / block;
    spmvTriplets<<<grid, block>>>(dRow, dCol, dVal, numEntries, dx, dy);
    cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);

    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += y[i];
    printf("sum of y = %.0f, entries * 2 = %d\n", sum, 2 * numEntries);

    cudaFree(dRow);
    cudaFree(dCol);
    cudaFree(dVal);
    cudaFree(dx);
    cudaFree(dy);
    return 0;
}
