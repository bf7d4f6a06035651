// Gravity between all pairs of bodies in double precision, with tiles of bodies in shared memory.
// Bound by the fp64 units.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kBlock = 256;

struct Body {
  double x, y, z, mass;
};

__global__ void accelerations(const Body* bodies, double3* result, int n) {
  __shared__ Body tile[kBlock];
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const Body own = bodies[i];
  double3 sum = {0, 0, 0};
  for (int start = 0; start < n; start += kBlock) {
    tile[threadIdx.x] = bodies[start + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < kBlock; ++j) {
      const double x = tile[j].x - own.x;
      const double y = tile[j].y - own.y;
      const double z = tile[j].z - own.z;
      const double distance = x * x + y * y + z * z + 1e-9;
      const double inverse = rsqrt(distance);
      const double force = tile[j].mass * inverse * inverse * inverse;
      sum.x += force * x;
      sum.y += force * y;
      sum.z += force * z;
    }
    __syncthreads();
  }
  result[i] = sum;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 65536;
  if (n <= 0 || n % kBlock != 0) {
    std::fprintf(stderr, "the number of bodies is a multiple of %d\n", kBlock);
    return 1;
  }
  std::vector<Body> bodies(n);
  for (int i = 0; i < n; ++i)
    bodies[i] = {double(i % 17), double(i % 31), double(i % 53), 1.0};
  Body* d_bodies;
  double3* result;
  cudaMalloc(&d_bodies, n * sizeof(Body));
  cudaMalloc(&result, n * sizeof(double3));
  cudaMemcpy(d_bodies, bodies.data(), n * sizeof(Body), cudaMemcpyHostToDevice);
  accelerations<<<n / kBlock, kBlock>>>(d_bodies, result, n);
  double3 first;
  cudaMemcpy(&first, result, sizeof(first), cudaMemcpyDeviceToHost);
  std::printf("%g %g %g\n", first.x, first.y, first.z);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
