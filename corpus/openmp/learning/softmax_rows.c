// Softmax of rows: the largest logit, the sum of exponentials and the quotient, a team for a row.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void softmax(int rows, int cols, const float *in, float *out) {
#pragma omp target teams distribute num_teams(rows) thread_limit(128)
  for (int r = 0; r < rows; r++) {
    float top = -INFINITY, sum = 0;
#pragma omp parallel for reduction(max : top)
    for (int c = 0; c < cols; c++)
      top = fmaxf(top, in[r * cols + c]);
#pragma omp parallel for reduction(+ : sum)
    for (int c = 0; c < cols; c++) {
      float e = expf(in[r * cols + c] - top);
      out[r * cols + c] = e;
      sum += e;
    }
#pragma omp parallel for
    for (int c = 0; c < cols; c++)
      out[r * cols + c] /= sum;
  }
}

int main(int argc, char **argv) {
  int rows = argc > 1 ? atoi(argv[1]) : 4096;
  int cols = argc > 2 ? atoi(argv[2]) : 1000;
  int n = rows * cols;
  float *in = malloc(n * sizeof(float)), *out = malloc(n * sizeof(float));
  for (int i = 0; i < n; i++)
    in[i] = 0.1f * ((i * 17 + i / cols) % 83);
#pragma omp target data map(to : in[0 : n]) map(from : out[0 : n])
  softmax(rows, cols, in, out);
  double error = 0, peak = 0;
  for (int r = 0; r < rows; r++) {
    double sum = 0, highest = 0, expected = 0;
    for (int c = 0; c < cols; c++) {
      sum += out[r * cols + c];
      highest = fmax(highest, out[r * cols + c]);
      expected += exp(in[r * cols + c] - in[r * cols]);
    }
    error = fmax(error, fabs(sum - 1) + fabs(out[r * cols] * expected - 1));
    peak += highest;
  }
  printf("%s %.6g\n", error < 1e-4 ? "ok" : "wrong", peak);
  return error >= 1e-4;
}
