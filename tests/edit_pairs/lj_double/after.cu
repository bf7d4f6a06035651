#include <cstdio>
#include <vector>

typedef double real;

__global__ void lj_energy(const real* x, const real* y, const real* z, real* e, int n, real cut2)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const real xi = x[i], yi = y[i], zi = z[i];
  real sum = 0;
  for (int j = 0; j < n; ++j) {
    const real dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
    const real r2 = dx * dx + dy * dy + dz * dz + real(0.05);
    const real inv2 = real(1) / r2;
    const real inv6 = inv2 * inv2 * inv2;
    sum += r2 < cut2 ? inv6 * (inv6 - real(1)) : real(0);
  }
  e[i] = real(4) * sum;
}

int main()
{
  const int n = 16384;
  std::vector<real> x(n), y(n), z(n), e(n);
  for (int i = 0; i < n; ++i) {
    x[i] = real(i % 32);
    y[i] = real(i / 32 % 32);
    z[i] = real(i / 1024);
  }
  real *dx, *dy, *dz, *de;
  cudaMalloc(&dx, n * sizeof(real));
  cudaMalloc(&dy, n * sizeof(real));
  cudaMalloc(&dz, n * sizeof(real));
  cudaMalloc(&de, n * sizeof(real));
  cudaMemcpy(dx, x.data(), n * sizeof(real), cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y.data(), n * sizeof(real), cudaMemcpyHostToDevice);
  cudaMemcpy(dz, z.data(), n * sizeof(real), cudaMemcpyHostToDevice);
  for (int r = 0; r < 5; ++r)
    lj_energy<<<n / 128, 128>>>(dx, dy, dz, de, n, real(1000));
  cudaMemcpy(e.data(), de, n * sizeof(real), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += e[i];
  printf("%.6g\n", sum);
}
