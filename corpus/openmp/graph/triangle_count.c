// Counts triangles: sorted neighbour lists of both ends of an edge are merged.
#include <stdio.h>
#include <stdlib.h>

// Vertex v is joined to v + 1 ... v + reach (oriented, so each triangle is counted once).
static long count(int n, const int *start, const int *edge) {
  long triangles = 0;
#pragma omp target teams distribute parallel for reduction(+ : triangles) schedule(static, 1) \
    map(to : start[0 : n + 1], edge[0 : start[n]]) map(tofrom : triangles)
  for (int v = 0; v < n; v++)
    for (int k = start[v]; k < start[v + 1]; k++) {
      int a = start[v], b = start[edge[k]];
      int last_a = start[v + 1], last_b = start[edge[k] + 1];
      while (a < last_a && b < last_b) {
        if (edge[a] == edge[b]) {
          triangles++;
          a++;
          b++;
        } else if (edge[a] < edge[b]) {
          a++;
        } else {
          b++;
        }
      }
    }
  return triangles;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100000;
  int reach = argc > 2 ? atoi(argv[2]) : 12;
  int *start = malloc((n + 1) * sizeof(int)), *edge = malloc((size_t)n * reach * sizeof(int));
  start[0] = 0;
  for (int v = 0; v < n; v++) {
    int edges = start[v];
    for (int k = 1; k <= reach && v + k < n; k++)
      edge[edges++] = v + k;
    start[v + 1] = edges;
  }
  long found = count(n, start, edge), expected = 0;
  // Two of the next vertices of v, which are joined as well.
  for (int v = 0; v < n; v++) {
    long next = n - 1 - v < reach ? n - 1 - v : reach;
    expected += next * (next - 1) / 2;
  }
  printf("%s %ld\n", found == expected ? "ok" : "wrong", found);
  return found != expected;
}
