// kcast: --argv "10"
// Two nested loops of launches, each with other arguments.
#include <hip/hip_runtime.h>
#include <string>

__global__ void bitonic_step(unsigned* keys, unsigned j, unsigned k) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned other = i ^ j;
  if (other > i) {
    bool up = (i & k) == 0;
    unsigned a = keys[i], b = keys[other];
    if ((a > b) == up) {
      keys[i] = b;
      keys[other] = a;
    }
  }
}

int main(int argc, char** argv) {
  const unsigned log2n = std::stoul(argv[1]);
  const unsigned n = 1u << log2n;
  unsigned* keys;
  hipMalloc(&keys, n * sizeof(unsigned));
  for (unsigned k = n / 4; k <= n; k <<= 1)
    for (unsigned j = k / 2; j > n / 16; j >>= 1)
      bitonic_step<<<n / 256, 256>>>(keys, j, k);
}
