// Matrix product by tiles: a team computes a tile and keeps the tiles of A and B in local arrays.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <typename T, int Tile>
void gemm(int n, const T *a, const T *b, T *c) {
  int tiles = n / Tile;
#pragma omp target teams distribute collapse(2) num_teams(tiles *tiles) thread_limit(Tile *Tile) \
    map(to : a[0 : n * n], b[0 : n * n]) map(from : c[0 : n * n])
  for (int bi = 0; bi < tiles; bi++)
    for (int bj = 0; bj < tiles; bj++) {
      T left[Tile][Tile], right[Tile][Tile], sum[Tile][Tile];
#pragma omp parallel for collapse(2)
      for (int i = 0; i < Tile; i++)
        for (int j = 0; j < Tile; j++)
          sum[i][j] = 0;
      for (int bk = 0; bk < tiles; bk++) {
#pragma omp parallel for collapse(2)
        for (int i = 0; i < Tile; i++)
          for (int j = 0; j < Tile; j++) {
            left[i][j] = a[(bi * Tile + i) * n + bk * Tile + j];
            right[i][j] = b[(bk * Tile + i) * n + bj * Tile + j];
          }
#pragma omp parallel for collapse(2)
        for (int i = 0; i < Tile; i++)
          for (int j = 0; j < Tile; j++)
            for (int k = 0; k < Tile; k++)
              sum[i][j] += left[i][k] * right[k][j];
      }
#pragma omp parallel for collapse(2)
      for (int i = 0; i < Tile; i++)
        for (int j = 0; j < Tile; j++)
          c[(bi * Tile + i) * n + bj * Tile + j] = sum[i][j];
    }
}

int main(int argc, char **argv) {
  constexpr int tile = 16;
  int n = (argc > 1 ? std::atoi(argv[1]) : 512) / tile * tile;
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; i++) {
    a[i] = float(i % 4);
    b[i] = float(i / n == i % n) + 0.5f * float(i % n == 0);
  }
  gemm<float, tile>(n, a.data(), b.data(), c.data());
  double error = 0, total = 0;
  for (int i = 0; i < n; i++) {
    float row = 0;
    for (int j = 0; j < n; j++)
      row += a[i * n + j];
    // B is the identity with a half added to its first column.
    for (int j = 0; j < n; j++) {
      double expected = a[i * n + j] + (j == 0 ? 0.5f * row : 0.0f);
      error = std::fmax(error, std::fabs(c[i * n + j] - expected));
      total += c[i * n + j];
    }
  }
  std::printf("%s %.10g\n", error < 1e-3 ? "ok" : "wrong", total);
  return error >= 1e-3;
}
