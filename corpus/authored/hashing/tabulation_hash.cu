#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// h(x) = T0[x0] ^ T1[x1] ^ T2[x2] ^ T3[x3], tables staged in shared memory once per
// (resident) block, keys streamed four at a time.
__global__ void __launch_bounds__(512)
tabulate(const uint4 *__restrict__ in, uint4 *__restrict__ out, const unsigned *__restrict__ tables, int n4)
{
  __shared__ unsigned T[4 * 256];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) T[i] = tables[i];
  __syncthreads();

  auto hash = [&](unsigned x) {
    return T[x & 255] ^ T[256 + ((x >> 8) & 255)] ^ T[512 + ((x >> 16) & 255)] ^ T[768 + (x >> 24)];
  };
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += stride) {
    uint4 k = in[i];
    out[i] = make_uint4(hash(k.x), hash(k.y), hash(k.z), hash(k.w));
  }
}

int main() {
  const int n = 8 * 1024 * 1024;
  std::vector<unsigned> keys(n), tab(1024);
  unsigned r = 2463534242u;
  for (int i = 0; i < 1024; i++) {
    r ^= r << 13; r ^= r >> 17; r ^= r << 5;
    tab[i] = r;
  }
  for (int i = 0; i < n; i++) keys[i] = i * 97u + 5u;

  unsigned *dKeys, *dHash, *dTab;
  cudaMalloc(&dKeys, n * 4);
  cudaMalloc(&dHash, n * 4);
  cudaMalloc(&dTab, 1024 * 4);
  cudaMemcpy(dKeys, keys.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dTab, tab.data(), 1024 * 4, cudaMemcpyHostToDevice);

  tabulate<<<264, 512>>>((const uint4 *)dKeys, (uint4 *)dHash, dTab, n / 4);

  unsigned sample[8];
  cudaMemcpy(sample, dHash, sizeof(sample), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; i++) {
    unsigned x = keys[i];
    unsigned want = tab[x & 255] ^ tab[256 + ((x >> 8) & 255)] ^ tab[512 + ((x >> 16) & 255)] ^ tab[768 + (x >> 24)];
    if (want != sample[i]) { printf("mismatch at %d\n", i); return 1; }
  }
  printf("ok\n");
  return 0;
}
