// Transpose without a tile.
#include <stdio.h>
#include <stdlib.h>

void transpose(int n, const float *in, float *out) {
#pragma omp target teams distribute parallel for collapse(2) map(to : in[0 : n * n]) \
    map(from : out[0 : n * n])
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++)
      out[c * n + r] = in[r * n + c];
}

static int run(int n) {
  float *in = (float *)malloc(n * n * sizeof(float));
  float *out = (float *)malloc(n * n * sizeof(float));
  for (int i = 0; i < n * n; i++)
    in[i] = i % 1009;
  transpose(n, in, out);
  int wrong = 0;
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++)
      wrong += out[c * n + r] != in[r * n + c];
  free(in);
  free(out);
  return wrong;
}

int main(void) {
  int wrong = run(512);
  wrong += run(2000);
  wrong += run(4096);
  printf("transpose: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
