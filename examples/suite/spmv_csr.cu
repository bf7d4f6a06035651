// y = A * x for a sparse matrix in compressed rows, a warp for each row. Reads x at scattered
// places.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void spmv(const int* offsets, const int* columns, const float* values, const float* x,
                     float* y, int rows) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int i = offsets[row] + lane; i < offsets[row + 1]; i += 32) sum += values[i] * x[columns[i]];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (lane == 0) y[row] = sum;
}

int main(int argc, char** argv) {
  const int rows = argc > 1 ? std::atoi(argv[1]) : 1 << 18;
  const int per_row = 48;
  std::vector<int> offsets(rows + 1), columns(rows * per_row);
  std::vector<float> values(rows * per_row, 1.0f), x(rows, 1.0f);
  for (int row = 0; row <= rows; ++row) offsets[row] = row * per_row;
  for (int i = 0; i < rows * per_row; ++i) columns[i] = (i * 7919LL + i / per_row) % rows;
  int *d_offsets, *d_columns;
  float *d_values, *d_x, *d_y;
  cudaMalloc(&d_offsets, offsets.size() * sizeof(int));
  cudaMalloc(&d_columns, columns.size() * sizeof(int));
  cudaMalloc(&d_values, values.size() * sizeof(float));
  cudaMalloc(&d_x, rows * sizeof(float));
  cudaMalloc(&d_y, rows * sizeof(float));
  cudaMemcpy(d_offsets, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_columns, columns.data(), columns.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_values, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_x, x.data(), rows * sizeof(float), cudaMemcpyHostToDevice);
  const int block = 128;
  spmv<<<(rows * 32 + block - 1) / block, block>>>(d_offsets, d_columns, d_values, d_x, d_y, rows);
  float last = 0;
  cudaMemcpy(&last, d_y + rows - 1, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%g\n", last);
  return last == float(per_row) ? 0 : 1;
}
