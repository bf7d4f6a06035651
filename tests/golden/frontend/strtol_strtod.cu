// kcast: --argv "0x400 2.5e-1 12"
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void relax(float* u, long n, float omega) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n) u[i] *= 1.0f - omega;
}

int main(int argc, char** argv) {
  char* end = nullptr;
  long n = strtol(argv[1], &end, 0);
  if (*end != '\0' || n <= 0) {
    fprintf(stderr, "not a size: %s\n", argv[1]);
    return 1;
  }
  float omega = strtod(argv[2], NULL);
  unsigned long steps = strtoul(argv[3], 0, 10);
  if (argc == 5 && strcmp(argv[4], "--short") == 0) steps /= 4;
  float* u;
  cudaMalloc(&u, n * sizeof(float));
  unsigned long done = 0;
  while (done < steps) {
    relax<<<n / 64, 64>>>(u, n, omega);
    ++done;
  }
  do {
    relax<<<1, 64>>>(u, 64, 1.0f);  // once
    --done;
  } while (done > steps);
}
