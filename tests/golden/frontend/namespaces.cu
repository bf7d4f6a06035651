// Kernels in namespaces, in an unnamed one, static, extern "C", and overloads of one name.
namespace sim {
namespace detail {
__device__ float clamp01(float v) { return v < 0 ? 0.0f : (v > 1 ? 1.0f : v); }
}
__global__ void advance(float* v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = detail::clamp01(v[i] + 0.1f);
}
struct Cell { float mass; int kind; };
__global__ void touch(Cell* cells, Cell seed) { cells[threadIdx.x] = seed; }
}  // namespace sim

namespace {
__global__ void hidden(int* p) { *p = 1; }
}
static __global__ void local_only(int* p) { *p = 2; }
extern "C" __global__ void plain_c(int* p) { *p = 3; }
__global__ void over(int* p) { *p = 4; }
__global__ void over(float* p) { *p = 5; }

int main() {
  float* v;
  int* p;
  sim::Cell* cells;
  cudaMalloc(&v, 4000);
  cudaMalloc(&p, 4);
  cudaMalloc(&cells, 32 * sizeof(sim::Cell));
  sim::advance<<<10, 100>>>(v, 1000);
  sim::Cell seed{2.5f, 3};
  sim::touch<<<1, 32>>>(cells, seed);
  hidden<<<1, 1>>>(p);
  local_only<<<1, 1>>>(p);
  plain_c<<<1, 1>>>(p);
  over<<<1, 1>>>(p);
  over<<<1, 1>>>(v);
  using namespace sim;
  advance<<<1, 10>>>(v + 100, 10);
}
