// Global alignment of two sequences: cells of an anti-diagonal depend on the two before only.
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
static int best(int diagonal, int up, int left, int match) {
  int score = diagonal + (match ? 2 : -1);
  if (up - 2 > score) score = up - 2;
  if (left - 2 > score) score = left - 2;
  return score;
}
#pragma omp end declare target

static void diagonal(int n, int m, int d, const char *a, const char *b, int *h) {
  int first = d - m > 1 ? d - m : 1, last = d - 1 < n ? d - 1 : n, width = m + 1;
#pragma omp target teams distribute parallel for firstprivate(width)
  for (int i = first; i <= last; i++) {
    int j = d - i, *cell = h + i * width + j;
    *cell = best(cell[-width - 1], cell[-width], cell[-1], a[i - 1] == b[j - 1]);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 3000;
  int m = argc > 2 ? atoi(argv[2]) : 2500;
  char *a = malloc(n), *b = malloc(m);
  int size = (n + 1) * (m + 1);
  int *h = malloc(size * sizeof(int)), *check = malloc(size * sizeof(int));
  for (int i = 0; i < n; i++)
    a[i] = "ACGT"[(i * 7 + i / 5) % 4];
  for (int j = 0; j < m; j++)
    b[j] = "ACGT"[(j * 7 + j / 6) % 4];
  for (int p = 0; p < size; p++)
    h[p] = p <= m ? -2 * p : p % (m + 1) == 0 ? -2 * (p / (m + 1)) : 0;
  for (int p = 0; p < size; p++)
    check[p] = h[p];
#pragma omp target data map(to : a[0 : n], b[0 : m]) map(tofrom : h[0 : size])
  for (int d = 2; d <= n + m; d++)
    diagonal(n, m, d, a, b, h);
  int wrong = 0;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++) {
      int p = i * (m + 1) + j;
      check[p] = best(check[p - m - 2], check[p - m - 1], check[p - 1], a[i - 1] == b[j - 1]);
      wrong += h[p] != check[p];
    }
  printf("%s %d\n", wrong ? "wrong" : "ok", h[size - 1]);
  return wrong != 0;
}
