#define NB 8
extern "C" __global__ void dgemm_tile8(const double* a, const double* b, double* c, int m, int n, int k) {
  __shared__ double sa[NB][NB + 1], sb[NB][NB + 1];
  int j = blockIdx.x * NB + threadIdx.x;
  int i = blockIdx.y * NB + threadIdx.y;
  double r = 0.0;
  for (int t = 0; t < k; t += NB) {
    sa[threadIdx.y][threadIdx.x] = (i < m && t + threadIdx.x < k) ? a[i * k + t + threadIdx.x] : 0.0;
    sb[threadIdx.y][threadIdx.x] = (j < n && t + threadIdx.y < k) ? b[(t + threadIdx.y) * n + j] : 0.0;
    __syncthreads();
    for (int l = 0; l < NB; l++) r += sa[threadIdx.y][l] * sb[l][threadIdx.x];
    __syncthreads();
  }
  if (i < m && j < n) c[i * n + j] = r;
}
