#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Implicit vertical mixing of temperature and salinity, 40 levels. Both tracers share the matrix,
// so the elimination is done once; factors stay in a local array of the thread.

constexpr int LEV = 40;

template <int NTRACER>
__global__ void __launch_bounds__(64)
mix_columns(float* __restrict__ tracer, const float* __restrict__ kv, const float* __restrict__ dz,
            int columns, float dt)
{
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= columns) return;

  float gam[LEV];
  float rhs[NTRACER];
  float beta = 0.f, upper_prev = 0.f;

#pragma unroll
  for (int k = 0; k < LEV; ++k) {
    const float d = dz[k];
    const float up = k > 0 ? dt * kv[(size_t)k * columns + col] / (d * 0.5f * (d + dz[k - 1])) : 0.f;
    const float dn = k < LEV - 1 ? dt * kv[(size_t)(k + 1) * columns + col] / (d * 0.5f * (d + dz[k + 1])) : 0.f;
    const float diag = 1.f + up + dn;
    if (k == 0) {
      beta = 1.f / diag;
      gam[0] = 0.f;
    } else {
      gam[k] = upper_prev * beta;
      beta = 1.f / (diag + up * gam[k]);
    }
    upper_prev = -dn;
#pragma unroll
    for (int t = 0; t < NTRACER; ++t) {
      const size_t at = ((size_t)t * LEV + k) * columns + col;
      const float prev = k == 0 ? 0.f : rhs[t];
      rhs[t] = (tracer[at] + up * prev) * beta;
      tracer[at] = rhs[t];
    }
  }
#pragma unroll
  for (int k = LEV - 2; k >= 0; --k)
#pragma unroll
    for (int t = 0; t < NTRACER; ++t) {
      const size_t at = ((size_t)t * LEV + k) * columns + col;
      rhs[t] = tracer[at] - gam[k + 1] * rhs[t];
      tracer[at] = rhs[t];
    }
}

int main()
{
  const int columns = 360 * 160;
  std::vector<float> tr((size_t)2 * LEV * columns), kv((size_t)LEV * columns), dz(LEV);
  for (int k = 0; k < LEV; ++k) dz[k] = 10.f + 5.f * k;
  for (int k = 0; k < LEV; ++k)
    for (int c = 0; c < columns; ++c) {
      tr[(size_t)k * columns + c] = 25.f - 0.5f * k;
      tr[(size_t)(LEV + k) * columns + c] = 35.f + 0.01f * k;
      kv[(size_t)k * columns + c] = k < 8 ? 1e-2f : 1e-5f;
    }
  float *d_tr, *d_kv, *d_dz;
  cudaMalloc(&d_tr, tr.size() * sizeof(float));
  cudaMalloc(&d_kv, kv.size() * sizeof(float));
  cudaMalloc(&d_dz, LEV * sizeof(float));
  cudaMemcpy(d_tr, tr.data(), tr.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_kv, kv.data(), kv.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_dz, dz.data(), LEV * sizeof(float), cudaMemcpyHostToDevice);

  mix_columns<2><<<columns / 64, 64>>>(d_tr, d_kv, d_dz, columns, 3600.f);

  cudaMemcpy(tr.data(), d_tr, tr.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int k = 0; k < 12; k += 3) std::printf("level %2d  T %.4f\n", k, tr[(size_t)k * columns]);
  cudaFree(d_tr); cudaFree(d_kv); cudaFree(d_dz);
}
