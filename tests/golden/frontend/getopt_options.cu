// kcast: --argv "-n 5000 -b 64 --verbose out.txt"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Options {
  int n = 1024;
  int block = 128;
  int repeat = 3;
  bool verbose = false;
};

static Options parse(int argc, char** argv) {
  Options o;
  static struct option longs[] = {{"size", required_argument, 0, 'n'},
                                  {"verbose", no_argument, 0, 'v'},
                                  {0, 0, 0, 0}};
  int c;
  while ((c = getopt_long(argc, argv, "n:b:r:v", longs, NULL)) != -1) {
    switch (c) {
      case 'n': o.n = atoi(optarg); break;
      case 'b': o.block = atoi(optarg); break;
      case 'r': o.repeat = atoi(optarg); break;
      case 'v': o.verbose = true; break;
      default: fprintf(stderr, "bad option\n"); exit(1);
    }
  }
  return o;
}

__global__ void iota(int* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = i;
}

int main(int argc, char** argv) {
  Options o = parse(argc, argv);
  if (o.verbose) printf("n = %d\n", o.n);
  int* p;
  cudaMalloc(&p, sizeof(int) * o.n);
  for (int r = 0; r < o.repeat; r++) iota<<<(o.n + o.block - 1) / o.block, o.block>>>(p, o.n);
  cudaFree(p);
  return 0;
}
