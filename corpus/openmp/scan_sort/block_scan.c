// A prefix sum in three steps: sums of blocks, their scan by one team, scans within the blocks.
#include <stdio.h>
#include <stdlib.h>

#define BLOCK 1024

static void scan(int n, const int *in, int *out, int *sums) {
  int blocks = (n + BLOCK - 1) / BLOCK;
#pragma omp target teams distribute parallel for
  for (int b = 0; b < blocks; b++) {
    int sum = 0, end = (b + 1) * BLOCK < n ? (b + 1) * BLOCK : n;
    for (int i = b * BLOCK; i < end; i++)
      sum += in[i];
    sums[b] = sum;
  }
#pragma omp target
  {
    int before = 0;
    for (int b = 0; b < blocks; b++) {
      int sum = sums[b];
      sums[b] = before;
      before += sum;
    }
  }
#pragma omp target teams distribute parallel for
  for (int b = 0; b < blocks; b++) {
    int sum = sums[b], end = (b + 1) * BLOCK < n ? (b + 1) * BLOCK : n;
    for (int i = b * BLOCK; i < end; i++) {
      sum += in[i];
      out[i] = sum;
    }
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5000000;
  int blocks = (n + BLOCK - 1) / BLOCK, wrong = 0, sum = 0;
  int *in = malloc(n * sizeof(int)), *out = malloc(n * sizeof(int));
  int *sums = malloc(blocks * sizeof(int));
  for (int i = 0; i < n; i++)
    in[i] = (i * 7 + i / 13) % 10;
#pragma omp target data map(to : in[0 : n]) map(from : out[0 : n]) map(alloc : sums[0 : blocks])
  scan(n, in, out, sums);
  for (int i = 0; i < n; i++) {
    sum += in[i];
    wrong += out[i] != sum;
  }
  printf("%s %d\n", wrong ? "wrong" : "ok", sum);
  return wrong != 0;
}
