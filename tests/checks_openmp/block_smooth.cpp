// Nested parallel loops in each team: generic mode, with a serial part of the main thread.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void block_smooth(int blocks, int size, const float *in, float *out, float *first) {
#pragma omp target teams distribute thread_limit(128) map(to : in[0 : blocks * size]) \
    map(tofrom : out[0 : blocks * size]) map(from : first[0 : blocks])
  for (int b = 0; b < blocks; b++) {
    float offset = 0;
    for (int i = 0; i < 8; i++)
      offset += in[b * size + i];
    first[b] = offset;
#pragma omp parallel for
    for (int i = 1; i < size - 1; i++)
      out[b * size + i] =
          0.25f * (in[b * size + i - 1] + 2.0f * in[b * size + i] + in[b * size + i + 1]) + offset;
  }
}

static int run(int blocks, int size) {
  int n = blocks * size;
  float *in = (float *)malloc(n * sizeof(float));
  float *out = (float *)malloc(n * sizeof(float));
  float *first = (float *)malloc(blocks * sizeof(float));
  for (int i = 0; i < n; i++) {
    in[i] = i % 21;
    out[i] = 0;
  }
  block_smooth(blocks, size, in, out, first);
  int wrong = 0;
  for (int b = 0; b < blocks; b++) {
    float offset = 0;
    for (int i = 0; i < 8; i++)
      offset += in[b * size + i];
    wrong += first[b] != offset;
    for (int i = 1; i < size - 1; i++) {
      int k = b * size + i;
      wrong += fabsf(0.25f * (in[k - 1] + 2.0f * in[k] + in[k + 1]) + offset - out[k]) > 1e-3f;
    }
  }
  free(in);
  free(out);
  free(first);
  return wrong;
}

int main() {
  int wrong = run(1000, 512);
  wrong += run(3000, 2048);
  printf("block_smooth: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
