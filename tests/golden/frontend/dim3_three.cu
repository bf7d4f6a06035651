// Three dimensions, a braced dim3 and one that is changed later.
#include <cuda_runtime.h>

__global__ void laplace3d(const float* in, float* out, int3 size) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x <= 0 || y <= 0 || z <= 0) return;
  if (x >= size.x - 1 || y >= size.y - 1 || z >= size.z - 1) return;
  int plane = size.x * size.y;
  int at = z * plane + y * size.x + x;
  out[at] = in[at - 1] + in[at + 1] + in[at - size.x] + in[at + size.x] + in[at - plane] +
            in[at + plane] - 6.0f * in[at];
}

int main() {
  int3 size = make_int3(100, 60, 20);
  size_t cells = (size_t)size.x * size.y * size.z;
  float *in, *out;
  cudaMalloc(&in, cells * sizeof(float));
  cudaMalloc(&out, cells * sizeof(float));
  dim3 block = {8, 4, 2};
  dim3 grid((size.x + block.x - 1) / block.x, (size.y + block.y - 1) / block.y,
            (size.z + block.z - 1) / block.z);
  laplace3d<<<grid, block>>>(in, out, size);  // whole
  grid.z = 1;
  block.z *= 4;
  laplace3d<<<grid, block>>>(in, out, size);  // flat
  laplace3d<<<dim3(1, 2, 3), 64>>>(in, out, size);  // odd
}
