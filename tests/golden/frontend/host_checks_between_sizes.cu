// A benchmark that compares and copies matrices on the host between launches of growing size: the
// sizes are followed to the last one, however long the comparisons are.
#include <cmath>
#include <cstdio>
#include <cstdlib>

__global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

void copy(const float* from, float* to, int n) {
  int i;
  for (i = 0; from + i && to + i && i < n; i++)
    *(to + i) = *(from + i);
  if (i != n) printf("copied %d of %d\n", i, n);
}

bool equal(const float* a, const float* b, int n) {
  for (int i = 0; a + i && b + i && i < n; i++) {
    double difference = fabs((double)a[i] - (double)b[i]);
    if (difference > 1e-2) {
      printf("error at %d\n", i);
      return false;
    }
  }
  return true;
}

int main() {
  int count = 24;
  int sizes[count];
  for (int i = 0; i < count; i++)
    sizes[i] = 256 * (i + 1);
  int most = sizes[count - 1];
  float* host = (float*)malloc(sizeof(float) * most * most);
  float* wanted = (float*)malloc(sizeof(float) * most * most);
  float* x;
  cudaMalloc(&x, sizeof(float) * most * most);
  for (int i = 0; i < count; i++) {
    int n = sizes[i] * sizes[i];
    scale<<<(n + 255) / 256, 256>>>(x, n);
    cudaMemcpy(host, x, sizeof(float) * n, cudaMemcpyDeviceToHost);
    if (!equal(host, wanted, n)) {
      printf("wrong\n");
      exit(EXIT_FAILURE);
    }
    copy(wanted, host, n);
  }
  cudaFree(x);
}
