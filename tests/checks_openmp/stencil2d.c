// Five-point stencil, both loops collapsed.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void stencil2d(int h, int w, const float *in, float *out) {
#pragma omp target teams distribute parallel for collapse(2) map(to : in[0 : h * w]) \
    map(tofrom : out[0 : h * w])
  for (int r = 1; r < h - 1; r++)
    for (int c = 1; c < w - 1; c++)
      out[r * w + c] = 0.2f * (in[r * w + c] + in[r * w + c - 1] + in[r * w + c + 1] +
                               in[(r - 1) * w + c] + in[(r + 1) * w + c]);
}

static int run(int h, int w) {
  float *in = (float *)malloc(h * w * sizeof(float));
  float *out = (float *)malloc(h * w * sizeof(float));
  for (int i = 0; i < h * w; i++) {
    in[i] = i % 13;
    out[i] = 0;
  }
  stencil2d(h, w, in, out);
  int wrong = 0;
  for (int r = 1; r < h - 1; r++)
    for (int c = 1; c < w - 1; c++) {
      int i = r * w + c;
      wrong += fabsf(0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - w] + in[i + w]) - out[i]) > 1e-4f;
    }
  free(in);
  free(out);
  return wrong;
}

int main(void) {
  int wrong = run(512, 512);
  wrong += run(2048, 2048);
  wrong += run(2048, 8192);
  printf("stencil2d: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
