// A sum that keeps its rounding errors (Kahan): a chunk for each thread, chunks added on the host.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 6000000;
  int chunks = argc > 2 ? atoi(argv[2]) : 16384;
  float *x = malloc(n * sizeof(float));
  float *sums = malloc(chunks * sizeof(float)), *lost = malloc(chunks * sizeof(float));
  double exact = 0;
  for (long i = 0; i < n; i++) {
    x[i] = 1.0f / (1 + i % 1000);
    exact += x[i];
  }
#pragma omp target teams distribute parallel for map(to : x[0 : n]) \
    map(from : sums[0 : chunks], lost[0 : chunks])
  for (int c = 0; c < chunks; c++) {
    float sum = 0, error = 0;
    // Neighbouring threads read neighbouring values.
    for (long i = c; i < n; i += chunks) {
      float term = x[i] - error;
      float next = sum + term;
      error = (next - sum) - term;
      sum = next;
    }
    sums[c] = sum;
    lost[c] = error;
  }
  double total = 0;
  for (int c = 0; c < chunks; c++)
    total += (double)sums[c] - lost[c];
  int right = fabs(total - exact) < 1e-9 * exact;
  printf("%s %.12g\n", right ? "ok" : "wrong", total);
  return !right;
}
