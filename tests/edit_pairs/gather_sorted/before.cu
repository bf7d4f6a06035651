#include <cstdio>
#include <vector>

__global__ void gather(const int* cell, const float* field, float* value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) value[i] = 2.0f * field[cell[i]];
}

int main()
{
    const int n = 1 << 24;
    std::vector<int> cell(n);
    std::vector<float> field(n);
    for (int i = 0; i < n; ++i) {
        cell[i] = (int)((i * 2654435761u) % n);
        field[i] = i % 512;
    }
    int* dCell;
    float *dField, *dValue;
    cudaMalloc(&dCell, n * sizeof(int));
    cudaMalloc(&dField, n * sizeof(float));
    cudaMalloc(&dValue, n * sizeof(float));
    cudaMemcpy(dCell, cell.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dField, field.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (int run = 0; run < 5; ++run)
        gather<<<n / 256, 256>>>(dCell, dField, dValue, n);
    cudaMemcpy(field.data(), dValue, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : field) sum += v;
    printf("%.9g\n", sum);
    return 0;
}
