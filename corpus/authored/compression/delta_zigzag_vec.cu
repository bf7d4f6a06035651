#include <cuda_runtime.h>
#include <iostream>
#include <numeric>
#include <thrust/device_vector.h>
#include <vector>

// delta to the previous element, then zigzag so that small magnitudes become small unsigned numbers
__device__ __forceinline__ unsigned zigzag(int d) { return (unsigned)(d << 1) ^ (unsigned)(d >> 31); }

__global__ void delta_zigzag(const int4* __restrict__ in, uint4* __restrict__ out, int n4) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n4) return;
  const int4 v = in[i];
  const int before = i ? reinterpret_cast<const int*>(in)[4 * i - 1] : 0;
  uint4 z;
  z.x = zigzag(v.x - before);
  z.y = zigzag(v.y - v.x);
  z.z = zigzag(v.z - v.y);
  z.w = zigzag(v.w - v.z);
  out[i] = z;
}

int main() {
  const int n = 8 << 20;
  std::vector<int> h(n);
  for (int i = 0; i < n; ++i) h[i] = i * 10 + (i * 13) % 37;

  thrust::device_vector<int> in(h.begin(), h.end());
  thrust::device_vector<unsigned> out(n);

  const int n4 = n / 4;
  delta_zigzag<<<(n4 + 127) / 128, 128>>>(
      reinterpret_cast<const int4*>(thrust::raw_pointer_cast(in.data())),
      reinterpret_cast<uint4*>(thrust::raw_pointer_cast(out.data())), n4);
  cudaDeviceSynchronize();

  std::vector<unsigned> z(n);
  cudaMemcpy(z.data(), thrust::raw_pointer_cast(out.data()), n * sizeof(unsigned), cudaMemcpyDeviceToHost);
  unsigned widest = 0;
  for (unsigned x : z) widest |= x;
  int bits = 0;
  while (widest >> bits) ++bits;
  std::cout << "every delta fits in " << bits << " bits\n";
}
