// Breadth-first search by levels: every vertex of the frontier claims its unvisited neighbours.
#include <stdio.h>
#include <stdlib.h>

static int expand(int n, int level, const int *start, const int *edge, int *depth) {
  int found = 0;
#pragma omp target teams distribute parallel for reduction(+ : found)
  for (int v = 0; v < n; v++) {
    if (depth[v] != level) continue;
    for (int k = start[v]; k < start[v + 1]; k++) {
      int to = edge[k], now;
#pragma omp atomic read
      now = depth[to];
      if (now < 0) {
        // Several may write here, all of them the same value.
#pragma omp atomic write
        depth[to] = level + 1;
        found++;
      }
    }
  }
  return found;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 200000;
  int degree = argc > 2 ? atoi(argv[2]) : 8;
  int edges = n * degree;
  int *start = malloc((n + 1) * sizeof(int)), *edge = malloc(edges * sizeof(int));
  int *depth = malloc(n * sizeof(int)), *check = malloc(n * sizeof(int));
  int *queue = malloc(n * sizeof(int));
  for (int v = 0; v <= n; v++)
    start[v] = v * degree;
  for (int k = 0; k < edges; k++)
    edge[k] = (int)((k / degree * 3LL + k % degree * 7919LL + 1) % n);
  for (int v = 0; v < n; v++)
    depth[v] = check[v] = v == 0 ? 0 : -1;
#pragma omp target data map(to : start[0 : n + 1], edge[0 : edges]) map(tofrom : depth[0 : n])
  for (int level = 0; expand(n, level, start, edge, depth) > 0; level++)
    ;
  int head = 0, tail = 1, wrong = 0;
  long sum = 0;
  queue[0] = 0;
  while (head < tail) {
    int v = queue[head++];
    for (int k = start[v]; k < start[v + 1]; k++)
      if (check[edge[k]] < 0) {
        check[edge[k]] = check[v] + 1;
        queue[tail++] = edge[k];
      }
  }
  for (int v = 0; v < n; v++) {
    wrong += depth[v] != check[v];
    sum += depth[v];
  }
  printf("%s %ld of %d reached\n", wrong ? "wrong" : "ok", sum, tail);
  return wrong != 0;
}
