// A long array in chunks whose transfers and kernels overlap: nowait with dependences.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int chunk = argc > 1 ? atoi(argv[1]) : 1000000;
  int chunks = argc > 2 ? atoi(argv[2]) : 8;
  int n = chunk * chunks;
  float *a = malloc(n * sizeof(float)), *b = malloc(n * sizeof(float));
  for (int i = 0; i < n; i++)
    a[i] = 0.001f * (i % 1000);
  for (int c = 0; c < chunks; c++) {
    float *in = a + c * chunk, *out = b + c * chunk;
#pragma omp target enter data map(to : in[0 : chunk]) map(alloc : out[0 : chunk]) \
    nowait depend(out : in[0])
#pragma omp target teams distribute parallel for nowait depend(inout : in[0])
    for (int i = 0; i < chunk; i++) {
      float x = in[i];
      // A polynomial by Horner's rule.
      out[i] = 1.0f + x * (0.5f + x * (0.25f + x * (0.125f + x * 0.0625f)));
    }
#pragma omp target exit data map(from : out[0 : chunk]) map(release : in[0 : chunk]) \
    nowait depend(in : in[0])
  }
#pragma omp taskwait
  double error = 0, sum = 0;
  for (int i = 0; i < n; i++) {
    double x = a[i], want = 1 + x * (0.5 + x * (0.25 + x * (0.125 + x * 0.0625)));
    error = fmax(error, fabs(b[i] - want));
    sum += b[i];
  }
  printf("%s %.7g\n", error < 1e-5 ? "ok" : "wrong", sum);
  return error >= 1e-5;
}
