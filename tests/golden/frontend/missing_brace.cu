// The second kernel lacks a brace; the first must still be lowered.
__global__ void good(float* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = 1.0f;
}

__global__ void bad(float* p, int n) {
  int i = threadIdx.x;
  if (i < n) {
    p[i] = 2.0f;
}
