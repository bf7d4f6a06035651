// A matrix transpose in two versions: straight through global memory, and through
// a padded tile in shared memory. Compare what the two launches cost.
//
//   ./kcast inspect examples/transpose.cu
#include <cuda_runtime.h>

constexpr int kTile = 32;
constexpr int kRows = 8;

template <typename T>
__global__ void transpose_plain(const T* in, T* out, int width, int height) {
  const int x = blockIdx.x * kTile + threadIdx.x;
  for (int j = threadIdx.y; j < kTile; j += kRows) {
    const int y = blockIdx.y * kTile + j;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
  }
}

template <typename T>
__global__ void transpose_tiled(const T* in, T* out, int width, int height) {
  // One more column than needed keeps the banks of a column apart.
  __shared__ T tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x;
  for (int j = threadIdx.y; j < kTile; j += kRows) {
    const int y = blockIdx.y * kTile + j;
    if (x < width && y < height) tile[j][threadIdx.x] = in[y * width + x];
  }
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  for (int j = threadIdx.y; j < kTile; j += kRows) {
    const int y = blockIdx.x * kTile + j;
    if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][j];
  }
}

int main() {
  const int width = 4096;
  const int height = 2048;
  const size_t bytes = sizeof(float) * width * height;
  float* in = nullptr;
  float* out = nullptr;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);

  const dim3 block(kTile, kRows);
  const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
  for (int round = 0; round < 10; ++round) {
    transpose_plain<float><<<grid, block>>>(in, out, width, height);
    transpose_tiled<float><<<grid, block>>>(in, out, width, height);
  }
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
