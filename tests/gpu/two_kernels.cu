// Two kernels whose operations and launches are known, for tests/gpu/collect_program.sh.
#include <cstdio>
#include <cstdlib>

__global__ void triad(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = fmaf(a, x[i], y[i]);
}

template <typename T>
__global__ void chain(T* out, int steps) {
  extern __shared__ T scratch[];
  T value = static_cast<T>(threadIdx.x);
  for (int i = 0; i < steps; ++i)
    value = fma(value, static_cast<T>(0.5), static_cast<T>(1.25));
  scratch[threadIdx.x] = value;
  out[blockIdx.x * blockDim.x + threadIdx.x] = scratch[threadIdx.x];
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1;
  const int n = 1 << 20;
  float *x, *y;
  double* out;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMalloc(&out, 64 * 128 * sizeof(double));
  cudaMemset(x, 0, n * sizeof(float));
  cudaMemset(y, 0, n * sizeof(float));
  for (int round = 0; round < rounds; ++round) {
    triad<<<n / 256, 256>>>(n, 2.0f, x, y);
    chain<double><<<dim3(16, 4), 128, 128 * sizeof(double)>>>(out, 100);
  }
  // What a graph holds runs unread, and its capture must not break.
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  triad<<<1, 32, 0, stream>>>(32, 1.0f, x, y);
  if (cudaStreamEndCapture(stream, &graph) != cudaSuccess) return 10;
  if (cudaGraphInstantiate(&ready, graph, 0) != cudaSuccess) return 11;
  cudaGraphLaunch(ready, stream);
  const cudaError_t status = cudaDeviceSynchronize();
  std::printf("rounds %d: %s\n", rounds, cudaGetErrorString(status));
  return status == cudaSuccess ? 3 : 12;
}
