// Somebody is typing the third statement of the kernel.
__device__ float weight(int i) { return 1.0f / (i + 1); }

__global__ void scale(float* v, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  v[i] = v[i] * wei
}

__global__ void shift(float* v, int n, float by) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) v[i] += by + weight(i);
}

int main() {
  float* v;
  cudaMalloc(&v, 1024);
  scale<<<2, 128>>>(v, 256);
  shift<<<2, 128>>>(v, 256, -1.5f);
}
