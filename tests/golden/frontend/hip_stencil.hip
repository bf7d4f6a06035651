// kcast: --argv "50"
#include <hip/hip_runtime.h>
#include <cstdlib>
#include <utility>

constexpr int NX = 256, NY = 128, NZ = 64;
#define IDX(x, y, z) ((size_t)(z) * NX * NY + (y) * NX + (x))

__global__ void __launch_bounds__(256) heat(const double* __restrict__ u, double* __restrict__ v, double k) {
  const int x = threadIdx.x + blockIdx.x * blockDim.x;
  const int y = threadIdx.y + blockIdx.y * blockDim.y;
  const int z = threadIdx.z + blockIdx.z * blockDim.z;
  if (x < 1 || y < 1 || z < 1 || x > NX - 2 || y > NY - 2 || z > NZ - 2) return;
  const double c = u[IDX(x, y, z)];
  v[IDX(x, y, z)] = c + k * (u[IDX(x - 1, y, z)] + u[IDX(x + 1, y, z)] + u[IDX(x, y - 1, z)] +
                             u[IDX(x, y + 1, z)] + u[IDX(x, y, z - 1)] + u[IDX(x, y, z + 1)] - 6 * c);
}

int main(int argc, char* argv[]) {
  const int steps = argc > 1 ? std::atoi(argv[1]) : 10;
  double *u, *v;
  const size_t bytes = sizeof(double) * NX * NY * NZ;
  (void)hipMalloc(&u, bytes);
  (void)hipMalloc(&v, bytes);
  const dim3 block(64, 4, 1);
  const dim3 grid(NX / 64, NY / 4, NZ);
  for (int t = 0; t < steps; t++) {
    heat<<<grid, block>>>(u, v, 0.1);
    double* tmp = u;
    u = v;
    v = tmp;
  }
  (void)hipDeviceSynchronize();
}
