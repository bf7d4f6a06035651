// kcast: --argv "-size=300x200 --iters 4"
// Arguments taken apart by hand: prefixes, sscanf, strchr, a map of options.
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void life(const unsigned char* a, unsigned char* b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int n = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) n += a[(y + dy + h) % h * w + (x + dx + w) % w];
  b[y * w + x] = n == 3 || (n == 4 && a[y * w + x]);
}

int main(int argc, char** argv) {
  int w = 64, h = 64, iters = 1;
  for (int i = 1; i < argc; ++i) {
    if (strncmp(argv[i], "-size=", 6) == 0) {
      if (sscanf(argv[i] + 6, "%dx%d", &w, &h) != 2) return 1;
    } else if (!strcmp(argv[i], "--iters") && i + 1 < argc) {
      iters = atoi(argv[++i]);
    } else {
      fprintf(stderr, "what is %s?\n", argv[i]);
      return 1;
    }
  }
  unsigned char *a, *b;
  cudaMalloc(&a, w * h);
  cudaMalloc(&b, w * h);
  dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
  for (int i = 0; i < iters; ++i) {
    if (i & 1) life<<<grid, block>>>(b, a, w, h);
    else life<<<grid, block>>>(a, b, w, h);  // even
  }
}
