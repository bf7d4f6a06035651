// Shortest paths by Bellman and Ford: edges into a vertex are relaxed until no distance changes.
#include <stdio.h>
#include <stdlib.h>

static int relax(int n, int degree, const int *source, const int *length, const int *now,
                 int *next) {
  int changed = 0;
#pragma omp target teams distribute parallel for reduction(| : changed)
  for (int v = 0; v < n; v++) {
    int best = now[v];
    for (int k = 0; k < degree; k++) {
      int through = now[source[k * n + v]] + length[k * n + v];
      if (through < best) best = through;
    }
    changed |= best < now[v];
    next[v] = best;
  }
  return changed;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 250000;
  int degree = argc > 2 ? atoi(argv[2]) : 6;
  int edges = n * degree;
  int *source = malloc(edges * sizeof(int)), *length = malloc(edges * sizeof(int));
  int *d = malloc(n * sizeof(int)), *e = malloc(n * sizeof(int));
  for (int v = 0; v < n; v++) {
    d[v] = v == 0 ? 0 : 1 << 29;
    for (int k = 0; k < degree; k++) {
      source[k * n + v] = k == 0 ? v / 2 : (int)((v * 31LL + k * 977) % n);
      length[k * n + v] = 1 + (v * 13 + k * 7) % 20;
    }
  }
#pragma omp target data map(to : source[0 : edges], length[0 : edges]) map(tofrom : d[0 : n]) \
    map(alloc : e[0 : n])
  {
    int changed = 1;
    while (changed) {
      changed = relax(n, degree, source, length, d, e);
      changed |= relax(n, degree, source, length, e, d);
    }
  }
  // No edge is short-cut, and every vertex but the first is reached by a tight edge.
  int wrong = d[0] != 0;
  long sum = 0;
  for (int v = 0; v < n; v++) {
    int tight = v == 0;
    for (int k = 0; k < degree; k++) {
      int through = d[source[k * n + v]] + length[k * n + v];
      wrong += through < d[v];
      tight |= through == d[v];
    }
    wrong += !tight;
    sum += d[v];
  }
  printf("%s %ld\n", wrong ? "wrong" : "ok", sum);
  return wrong != 0;
}
