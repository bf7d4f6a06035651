#include <cuda_runtime.h>
#include <cmath>
#include <iostream>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

// Diagonal storage of a 7-point operator with variable coefficients on an
// n^3 grid; offsets are a kernel argument by value.

struct Offsets {
  int d[7];
};

__global__ void dia_matvec(const double* diag, Offsets off, const double* x, double* y, int size)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  double s = 0.0;
#pragma unroll
  for (int k = 0; k < 7; ++k) {
    int j = i + off.d[k];
    if (j >= 0 && j < size) s += diag[(size_t)k * size + i] * x[j];
  }
  y[i] = s;
}

int main()
{
  const int n = 64, size = n * n * n;
  Offsets off = {{-n * n, -n, -1, 0, 1, n, n * n}};

  thrust::host_vector<double> diag(7 * size), x(size);
  for (int k = 0; k < 7; ++k)
    for (int i = 0; i < size; ++i)
      diag[k * size + i] = k == 3 ? 6.0 + 1e-3 * (i % n) : -1.0;
  for (int i = 0; i < size; ++i) x[i] = 1.0;

  thrust::device_vector<double> dDiag = diag, dX = x, dY(size);
  const int tpb = 256;
  dia_matvec<<<(size + tpb - 1) / tpb, tpb>>>(thrust::raw_pointer_cast(dDiag.data()), off,
                                              thrust::raw_pointer_cast(dX.data()),
                                              thrust::raw_pointer_cast(dY.data()), size);
  thrust::host_vector<double> y = dY;
  double norm = 0.0;
  for (int i = 0; i < size; ++i) norm += y[i] * y[i];
  std::cout << "|A 1| = " << std::sqrt(norm) << std::endl;
}
