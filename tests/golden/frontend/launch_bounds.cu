// Bounds as a literal, as a constant expression, with a minimum of blocks, on a template.
constexpr int kThreads = 192;
#define MIN_BLOCKS 3

__global__ void __launch_bounds__(256) plain(float* p) { p[threadIdx.x] += 1.0f; }

__global__ void __launch_bounds__(kThreads * 2, MIN_BLOCKS) both(float* p) { p[threadIdx.x] *= 2.0f; }

template <int N>
__launch_bounds__(N, 1) __global__ void sized(float* p) { p[threadIdx.x] -= N; }

void run(float* p) {
  plain<<<1, 256>>>(p);
  both<<<2, kThreads>>>(p);
  sized<64><<<4, 64>>>(p);
}
