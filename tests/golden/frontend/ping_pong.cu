// Two buffers that swap their roles in each round.
#include <utility>

__global__ void jacobi(const double* from, double* to, int nx, int ny) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1) {
    to[y * nx + x] = 0.25 * (from[y * nx + x - 1] + from[y * nx + x + 1] +
                             from[(y - 1) * nx + x] + from[(y + 1) * nx + x]);
  }
}

int main() {
  const int nx = 1024, ny = 512, steps = 101;
  double *a, *b;
  size_t bytes = sizeof(double) * nx * ny;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  dim3 threads(32, 8);
  dim3 blocks(nx / threads.x, ny / threads.y);
  for (int s = 0; s < steps; ++s) {
    jacobi<<<blocks, threads>>>(a, b, nx, ny);
    std::swap(a, b);
  }
  cudaFree(a);
  cudaFree(b);
}
