// kcast: -I inc -D USE_FAST
#include <lib/ops.h>
#include "lib/sizes.h"

__global__ void run_op(float* p) { p[threadIdx.x] = op(p[threadIdx.x]); }

int main() {
  float* p;
  cudaMalloc(&p, SIZE_BYTES);
  run_op<<<1, SIZE_BYTES / sizeof(float)>>>(p);
}
