// A reduction whose launches halve: each has its own size.
__global__ void fold(float* v, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < half) v[i] += v[i + half];
}

int main() {
  const int n = 4096;
  float* v;
  cudaMalloc(&v, n * sizeof *v);
  for (int half = n / 2; half >= 256; half /= 2) {
    int threads = half < 512 ? half : 512;
    fold<<<half / threads, threads>>>(v, half);
  }
  cudaFree(v);
  return 0;
}
