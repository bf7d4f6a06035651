#include <cuda_runtime.h>
#include <iostream>

// RWKV-4 time mixing. One thread runs along the time axis for one (batch, channel),
// numerator and denominator are kept relative to a running maximum.
__global__ void wkv(int B, int T, int C, const float *w, const float *u,
                    const float *k, const float *v, float *y)
{
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= B * C) return;
  int b = idx / C;
  int c = idx % C;

  float ww = -expf(w[c]);
  float uu = u[c];
  const float *kk = k + b * T * C + c;
  const float *vv = v + b * T * C + c;
  float *yy = y + b * T * C + c;

  float p = 0, q = 0, o = -1e38f;
  for (int t = 0; t < T; t++) {
    float kt = kk[t * C];
    float vt = vv[t * C];

    float no = fmaxf(o, uu + kt);
    float A = expf(o - no);
    float Bc = expf(uu + kt - no);
    yy[t * C] = (A * p + Bc * vt) / (A * q + Bc);

    no = fmaxf(ww + o, kt);
    A = expf(ww + o - no);
    Bc = expf(kt - no);
    p = A * p + Bc * vt;
    q = A * q + Bc;
    o = no;
  }
}

int main()
{
  const int B = 8, T = 256, C = 1024;
  const int n = B * T * C;
  float *hk = new float[n], *hv = new float[n], *hw = new float[C], *hu = new float[C];
  for (int i = 0; i < n; i++) {
    hk[i] = (i % 37) * 0.05f - 0.9f;
    hv[i] = (i % 41) * 0.02f;
  }
  for (int c = 0; c < C; c++) {
    hw[c] = -3.0f + 4.0f * c / C;
    hu[c] = 0.3f;
  }

  float *dk, *dv, *dw, *du, *dy;
  cudaMalloc(&dk, n * sizeof(float));
  cudaMalloc(&dv, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  cudaMalloc(&dw, C * sizeof(float));
  cudaMalloc(&du, C * sizeof(float));
  cudaMemcpy(dk, hk, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dv, hv, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dw, hw, C * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(du, hu, C * sizeof(float), cudaMemcpyHostToDevice);

  wkv<<<(B * C + 31) / 32, 32>>>(B, T, C, dw, du, dk, dv, dy);

  cudaMemcpy(hk, dy, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::cout << "y(0,0,0) = " << hk[0] << " v(0,0,0) = " << hv[0] << std::endl;

  cudaFree(dk); cudaFree(dv); cudaFree(dy); cudaFree(dw); cudaFree(du);
  delete[] hk; delete[] hv; delete[] hw; delete[] hu;
  return 0;
}
