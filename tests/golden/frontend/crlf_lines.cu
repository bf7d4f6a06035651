// kcast: -D N=300
// Lines end as on Windows.
#define THREADS \
  100
__global__ void windows(float* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = i;
}

int main() {
  float* p;
  cudaMalloc(&p, N * sizeof(float));
  windows<<<N / THREADS, THREADS>>>(p, N);
  return 0;
}
