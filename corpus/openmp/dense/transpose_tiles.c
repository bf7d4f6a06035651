// Transposition, by elements and by tiles of 32 x 32 that a team moves.
#include <stdio.h>
#include <stdlib.h>

#define TILE 32

static void plain(int rows, int cols, const float *a, float *t) {
#pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      t[j * rows + i] = a[i * cols + j];
}

static void tiled(int rows, int cols, const float *a, float *t) {
#pragma omp target teams distribute collapse(2) thread_limit(256)
  for (int bi = 0; bi < rows; bi += TILE)
    for (int bj = 0; bj < cols; bj += TILE) {
      float tile[TILE][TILE + 1];
#pragma omp parallel for collapse(2)
      for (int i = 0; i < TILE; i++)
        for (int j = 0; j < TILE; j++)
          if (bi + i < rows && bj + j < cols) tile[i][j] = a[(bi + i) * cols + bj + j];
#pragma omp parallel for collapse(2)
      for (int j = 0; j < TILE; j++)
        for (int i = 0; i < TILE; i++)
          if (bi + i < rows && bj + j < cols) t[(bj + j) * rows + bi + i] = tile[i][j];
    }
}

int main(int argc, char **argv) {
  int rows = argc > 1 ? atoi(argv[1]) : 2000;
  int cols = argc > 2 ? atoi(argv[2]) : 1500;
  int size = rows * cols, wrong = 0;
  float *a = malloc(size * sizeof(float));
  float *t = malloc(size * sizeof(float)), *u = malloc(size * sizeof(float));
  for (int i = 0; i < size; i++)
    a[i] = i % 1021;
#pragma omp target data map(to : a[0 : size]) map(from : t[0 : size], u[0 : size])
  {
    plain(rows, cols, a, t);
    tiled(rows, cols, a, u);
  }
  double sum = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++) {
      wrong += t[j * rows + i] != a[i * cols + j] || u[j * rows + i] != a[i * cols + j];
      sum += (double)t[j * rows + i] * (i % 3);
    }
  printf("%s %.10g\n", wrong ? "wrong" : "ok", sum);
  return wrong != 0;
}
