// kcast: --argv "medium"
// A size chosen by a switch over a parsed word, a goto for clean-up, early returns.
#include <stdio.h>
#include <string.h>

__global__ void sweep(float* a, int n, int pass) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = a[i] * 0.5f + pass;
}

enum Size { SMALL, MEDIUM, LARGE, NONE };

static enum Size parse_size(const char* word) {
  static const char* names[] = {"small", "medium", "large"};
  for (int i = 0; i < 3; i++)
    if (!strcmp(word, names[i])) return (enum Size)i;
  return NONE;
}

int main(int argc, char** argv) {
  int n = 0;
  float* a = NULL;
  int status = 1;
  if (argc != 2) goto done;
  switch (parse_size(argv[1])) {
    case SMALL:
      n = 1000;
      break;
    case LARGE:
      n = 1000000;
      break;
    case MEDIUM:
      n = 30000;
      break;
    default:
      fprintf(stderr, "unknown size\n");
      goto done;
  }
  if (cudaMalloc((void**)&a, n * sizeof(float)) != cudaSuccess) goto done;
  for (int pass = 0; pass < 2; ++pass) {
    sweep<<<n / 100, 100>>>(a, n, pass);
  }
  status = 0;
done:
  cudaFree(a);
  return status;
}
