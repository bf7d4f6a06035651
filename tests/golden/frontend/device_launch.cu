// A kernel that launches another: it is read without that launch, which is said.
__global__ void child(float* x) { x[blockIdx.x * 128 + threadIdx.x] += 1; }
__global__ void other(float* x) { x[threadIdx.x] = 0; }
__global__ void parent(float* x) {
  x[blockIdx.x * 8192 + threadIdx.x] = 2;
  if (threadIdx.x == 0) {
    child<<<64, 128>>>(x + blockIdx.x * 8192);
    cudaDeviceSynchronize();
    other<<<1, 32>>>(x);
  }
}
int main() {
  float* x;
  cudaMalloc(&x, 1 << 24);
  parent<<<512, 32>>>(x);
}
