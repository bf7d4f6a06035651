// Only the header that it includes says CUDA.
#include "gpu.h"

int main() {
  float* x = make_buffer(4096);
  fill(x, 4096);
}
