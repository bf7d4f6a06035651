// Device vectors of thrust and raw pointers to them.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <iostream>

struct Square {
  __host__ __device__ float operator()(float x) const { return x * x; }
};

__global__ void blend(const float* a, const float* b, float* c, int n, float t) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] * (1 - t) + b[i] * t;
}

int main() {
  const int n = 6000;
  thrust::host_vector<float> h(n, 2.0f);
  thrust::device_vector<float> a = h;
  thrust::device_vector<float> b(n);
  thrust::device_vector<float> c(2 * n);
  thrust::transform(a.begin(), a.end(), b.begin(), Square());
  blend<<<(n + 99) / 100, 100>>>(thrust::raw_pointer_cast(a.data()),
                                 thrust::raw_pointer_cast(&b[0]),
                                 thrust::raw_pointer_cast(c.data()) + n, n, 0.25f);
  float sum = thrust::reduce(c.begin(), c.end(), 0.0f);
  std::cout << sum << std::endl;
  c.resize(100);
  blend<<<1, 100>>>(a.data().get(), b.data().get(), thrust::raw_pointer_cast(c.data()), c.size(), 0);
}
