// A loop that ends when the device says so: its count is not known.
#include <cstdlib>

__global__ void relax(float* u, int* changed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) {
    float v = 0.5f * (u[i - 1] + u[i + 1]);
    if (v != u[i]) *changed = 1;
    u[i] = v;
  }
}

int main() {
  const int n = 4096;
  float* u;
  int* d_changed;
  cudaMalloc(&u, n * sizeof(float));
  cudaMalloc(&d_changed, sizeof(int));
  int changed;
  do {
    changed = 0;
    cudaMemcpy(d_changed, &changed, sizeof(int), cudaMemcpyHostToDevice);
    relax<<<n / 256, 256>>>(u, d_changed, n);
    cudaMemcpy(&changed, d_changed, sizeof(int), cudaMemcpyDeviceToHost);
  } while (changed);
}
