// The length of each row of a matrix: a team for a row, whose threads share the work.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// What stands between `distribute` and `parallel` is run by one thread of each team.
void lengths(int rows, int columns, const float *in, float *out) {
#pragma omp target teams distribute map(to : in[0 : rows * columns]) map(from : out[0 : rows])
  for (int row = 0; row < rows; row++) {
    float sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int column = 0; column < columns; column++) {
      const float value = in[row * columns + column];
      sum += value * value;
    }
    out[row] = sqrtf(sum);
  }
}

int main(void) {
  const int rows = 1024, columns = 4096;
  float *in = malloc(sizeof(float) * rows * columns);
  float *out = malloc(sizeof(float) * rows);
  for (int i = 0; i < rows * columns; i++)
    in[i] = i % 7;
  lengths(rows, columns, in, out);
  printf("%g\n", out[rows - 1]);
  free(in);
  free(out);
  return 0;
}
