#include <cstdio>
#include <vector>

__global__ void spmv(const int* ptr, const int* col, const float* val, const float* x, float* y,
                     int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int k = ptr[row] + lane; k < ptr[row + 1]; k += 32)
        sum += val[k] * x[col[k]];
    for (int w = 16; w > 0; w /= 2) sum += __shfl_down_sync(0xffffffff, sum, w);
    if (lane == 0) y[row] = sum;
}

int main()
{
    const int rows = 65536, perRow = 64, nnz = rows * perRow;
    std::vector<int> ptr(rows + 1), col(nnz);
    std::vector<float> val(nnz, 0.5f), x(rows, 1.0f);
    for (int r = 0; r <= rows; ++r) ptr[r] = r * perRow;
    for (int k = 0; k < nnz; ++k) col[k] = (int)((k * 97u) % rows);
    int *dPtr, *dCol;
    float *dVal, *dX, *dY;
    cudaMalloc(&dPtr, (rows + 1) * sizeof(int));
    cudaMalloc(&dCol, nnz * sizeof(int));
    cudaMalloc(&dVal, nnz * sizeof(float));
    cudaMalloc(&dX, rows * sizeof(float));
    cudaMalloc(&dY, rows * sizeof(float));
    cudaMemcpy(dPtr, ptr.data(), (rows + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dCol, col.data(), nnz * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dVal, val.data(), nnz * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dX, x.data(), rows * sizeof(float), cudaMemcpyHostToDevice);
    const int threads = 256, blocks = rows / (threads / 32);
    for (int run = 0; run < 5; ++run)
        spmv<<<blocks, threads>>>(dPtr, dCol, dVal, dX, dY, rows);
    cudaMemcpy(x.data(), dY, rows * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (float v : x) sum += v;
    printf("%.9g\n", sum);
    return 0;
}
