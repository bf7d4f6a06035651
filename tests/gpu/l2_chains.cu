// Launches that find in L2 what others left there, for tests/gpu/l2_states.sh and for
// `kcast predict --l2 program`. Every chain begins behind a launch that fills L2 with other data.
#include <cuda_runtime.h>

#include <cstdlib>

__global__ void read_all(const float4* x, int n, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 v = x[i];
  if (v.x + v.y + v.z + v.w == 1e30f) *out = v.x;
}

__global__ void read_backwards(const float4* x, int n, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 v = x[n - 1 - i];
  if (v.x + v.y + v.z + v.w == 1e30f) *out = v.x;
}

__global__ void write_all(float4* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = make_float4(1, 2, 3, 4);
}

__global__ void copy_all(const float4* x, float4* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
}

__global__ void axpy(float a, const float4* x, float4* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 v = x[i];
  float4 w = y[i];
  w.x += a * v.x;
  w.y += a * v.y;
  w.z += a * v.z;
  w.w += a * v.w;
  y[i] = w;
}

// Reads what nothing else uses, so that nothing dirty and nothing of the others stays.
__global__ void flush(const float4* big, int n, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 v = big[i];
  if (v.x + v.y + v.z + v.w == 1e30f) *out = v.x;
}

constexpr int kMb = (1 << 20) / 16;  // elements
constexpr int kBlocks = kMb / 256;   // of a megabyte

int main() {
  float4 *x, *y, *z, *big;
  float* out;
  cudaMalloc(&x, 96 << 20);
  cudaMalloc(&y, 96 << 20);
  cudaMalloc(&z, 96 << 20);
  cudaMalloc(&big, 256 << 20);
  cudaMalloc(&out, 256);
  void* host = std::malloc(96 << 20);
  cudaMemset(x, 0, 96 << 20);
  cudaMemset(y, 0, 96 << 20);
  cudaMemset(z, 0, 96 << 20);
  cudaMemset(big, 0, 256 << 20);

  // What was written is read.
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  write_all<<<8 * kBlocks, 256>>>(x, 8 * kMb);
  read_all<<<8 * kBlocks, 256>>>(x, 8 * kMb, out);
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  write_all<<<24 * kBlocks, 256>>>(x, 24 * kMb);
  read_all<<<24 * kBlocks, 256>>>(x, 24 * kMb, out);
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  write_all<<<40 * kBlocks, 256>>>(x, 40 * kMb);
  read_all<<<40 * kBlocks, 256>>>(x, 40 * kMb, out);
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  write_all<<<96 * kBlocks, 256>>>(x, 96 * kMb);
  read_all<<<96 * kBlocks, 256>>>(x, 96 * kMb, out);

  // What was read is read again: forwards, and from its end.
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  read_all<<<16 * kBlocks, 256>>>(y, 16 * kMb, out);
  read_all<<<16 * kBlocks, 256>>>(y, 16 * kMb, out);
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  read_all<<<32 * kBlocks, 256>>>(y, 32 * kMb, out);
  read_all<<<32 * kBlocks, 256>>>(y, 32 * kMb, out);
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  read_all<<<64 * kBlocks, 256>>>(y, 64 * kMb, out);
  read_backwards<<<64 * kBlocks, 256>>>(y, 64 * kMb, out);

  // Others come between.
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  read_all<<<12 * kBlocks, 256>>>(x, 12 * kMb, out);
  read_all<<<8 * kBlocks, 256>>>(y, 8 * kMb, out);
  read_all<<<12 * kBlocks, 256>>>(x, 12 * kMb, out);
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  read_all<<<12 * kBlocks, 256>>>(x, 12 * kMb, out);
  read_all<<<24 * kBlocks, 256>>>(y, 24 * kMb, out);
  read_all<<<12 * kBlocks, 256>>>(x, 12 * kMb, out);
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  read_all<<<12 * kBlocks, 256>>>(x, 12 * kMb, out);
  read_all<<<48 * kBlocks, 256>>>(y, 48 * kMb, out);
  read_all<<<12 * kBlocks, 256>>>(x, 12 * kMb, out);
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  write_all<<<12 * kBlocks, 256>>>(x, 12 * kMb);
  write_all<<<12 * kBlocks, 256>>>(y, 12 * kMb);
  read_all<<<12 * kBlocks, 256>>>(x, 12 * kMb, out);
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  write_all<<<16 * kBlocks, 256>>>(x, 16 * kMb);
  write_all<<<32 * kBlocks, 256>>>(y, 32 * kMb);
  read_all<<<16 * kBlocks, 256>>>(x, 16 * kMb, out);

  // Stages that hand over.
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  copy_all<<<10 * kBlocks, 256>>>(x, y, 10 * kMb);
  copy_all<<<10 * kBlocks, 256>>>(y, z, 10 * kMb);
  copy_all<<<10 * kBlocks, 256>>>(z, x, 10 * kMb);
  axpy<<<10 * kBlocks, 256>>>(2.0f, x, y, 10 * kMb);
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  copy_all<<<32 * kBlocks, 256>>>(x, y, 32 * kMb);
  copy_all<<<32 * kBlocks, 256>>>(y, x, 32 * kMb);

  // A loop.
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  for (int i = 0; i < 4; ++i) {
    axpy<<<6 * kBlocks, 256>>>(2.0f, x, y, 6 * kMb);
    copy_all<<<6 * kBlocks, 256>>>(y, z, 6 * kMb);
  }

  // What copies and memsets leave, which no prediction follows.
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  cudaMemset(x, 0, 16 << 20);
  read_all<<<16 * kBlocks, 256>>>(x, 16 * kMb, out);
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  cudaMemcpy(x, host, 16 << 20, cudaMemcpyHostToDevice);
  read_all<<<16 * kBlocks, 256>>>(x, 16 * kMb, out);
  flush<<<256 * kBlocks, 256>>>(big, 256 * kMb, out);
  cudaMemcpy(y, x, 16 << 20, cudaMemcpyDeviceToDevice);
  read_all<<<16 * kBlocks, 256>>>(y, 16 * kMb, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
