// kcast: --argv "1000 20"
// Random numbers on the device.
#include <curand_kernel.h>
#include <cstdio>
#include <cstdlib>

__global__ void setup(curandState* states, unsigned long long seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, i, 0, &states[i]);
}

__global__ void throw_darts(curandState* states, unsigned long long* hits, int tries) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState state = states[i];
  unsigned long long inside = 0;
  for (int t = 0; t < tries; ++t) {
    float x = curand_uniform(&state), y = curand_uniform(&state);
    inside += x * x + y * y <= 1.0f;
  }
  states[i] = state;
  atomicAdd(hits, inside);
}

int main(int argc, char** argv) {
  if (argc < 3) return 1;
  int tries = atoi(argv[1]), rounds = atoi(argv[2]);
  const int threads = 64, blocks = 10;
  curandState* states;
  unsigned long long* hits;
  cudaMalloc(&states, threads * blocks * sizeof(curandState));
  cudaMallocManaged(&hits, sizeof(*hits));
  *hits = 0;
  setup<<<blocks, threads>>>(states, 1234ULL);
  for (int r = rounds; r-- > 0;) throw_darts<<<blocks, threads>>>(states, hits, tries);
  cudaDeviceSynchronize();
  printf("%f\n", 4.0 * *hits / ((double)tries * rounds * threads * blocks));
}
