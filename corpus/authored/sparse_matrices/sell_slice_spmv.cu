#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// SELL-32: rows are grouped in slices of 32, every slice padded to its own
// width and stored column by column, so that a warp reads whole lines.
// Unrolled by two to have more loads in flight.

constexpr int kSlice = 32;

__global__ void __launch_bounds__(128)
sell_spmv(const int64_t* __restrict__ sliceStart, const int* __restrict__ sliceWidth,
          const int* __restrict__ cols, const float* __restrict__ vals,
          const float* __restrict__ x, float* __restrict__ y, int rows)
{
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const int slice = row / kSlice;
  const int width = sliceWidth[slice];
  int64_t at = sliceStart[slice] + row % kSlice;

  float s0 = 0.0f, s1 = 0.0f;
  int k = 0;
  for (; k + 2 <= width; k += 2, at += 2 * kSlice) {
    const int c0 = cols[at], c1 = cols[at + kSlice];
    s0 += vals[at] * __ldg(x + c0);
    s1 += vals[at + kSlice] * __ldg(x + c1);
  }
  if (k < width) s0 += vals[at] * __ldg(x + cols[at]);
  y[row] = s0 + s1;
}

int main()
{
  const int rows = 80000, slices = rows / kSlice, maxWidth = 30;
  const int capacity = slices * kSlice * maxWidth;

  std::vector<int64_t> start(slices);
  std::vector<int> width(slices);
  int64_t filled = 0;
  for (int s = 0; s < slices; ++s) {
    start[s] = filled;
    width[s] = 6 + s % 25;
    filled += kSlice * (6 + s % 25);
  }
  std::vector<int> cols(capacity);
  std::vector<float> vals(capacity), x(rows);
  for (int i = 0; i < capacity; ++i) {
    cols[i] = (i * 7) % rows;
    vals[i] = 0.125f;
  }
  for (int i = 0; i < rows; ++i) x[i] = 1.0f;

  int64_t* dStart;
  int *dWidth, *dCols;
  float *dVals, *dX, *dY;
  cudaMalloc(&dStart, slices * sizeof(int64_t));
  cudaMalloc(&dWidth, slices * sizeof(int));
  cudaMalloc(&dCols, capacity * sizeof(int));
  cudaMalloc(&dVals, capacity * sizeof(float));
  cudaMalloc(&dX, rows * sizeof(float));
  cudaMalloc(&dY, rows * sizeof(float));
  cudaMemcpy(dStart, start.data(), slices * sizeof(int64_t), cudaMemcpyHostToDevice);
  cudaMemcpy(dWidth, width.data(), slices * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dCols, cols.data(), capacity * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dVals, vals.data(), capacity * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dX, x.data(), rows * sizeof(float), cudaMemcpyHostToDevice);

  sell_spmv<<<(rows + 127) / 128, 128>>>(dStart, dWidth, dCols, dVals, dX, dY, rows);

  std::vector<float> y(rows);
  cudaMemcpy(y.data(), dY, rows * sizeof(float), cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int r = 0; r < rows; ++r) bad += y[r] != 0.125f * width[r / kSlice];
  std::printf("%d bad rows\n", bad);
  cudaFree(dStart); cudaFree(dWidth); cudaFree(dCols); cudaFree(dVals); cudaFree(dX); cudaFree(dY);
  return bad;
}
