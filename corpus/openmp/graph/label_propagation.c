// Connected components: every vertex takes the smallest label around it until nothing changes.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int parts = argc > 1 ? atoi(argv[1]) : 8000;
  int size = argc > 2 ? atoi(argv[2]) : 32;
  int n = parts * size, edges = n;
  int *from = malloc(edges * sizeof(int)), *to = malloc(edges * sizeof(int));
  int *label = malloc(n * sizeof(int));
  // Vertex v belongs to part v % parts; the vertices of a part form a ring.
  for (int e = 0; e < edges; e++) {
    from[e] = e;
    to[e] = (e + parts) % n;
  }
  for (int v = 0; v < n; v++)
    label[v] = v;
  int changed = 1, rounds = 0;
#pragma omp target data map(to : from[0 : edges], to[0 : edges]) map(tofrom : label[0 : n])
  while (changed && rounds < n) {
    changed = 0;
#pragma omp target teams distribute parallel for map(tofrom : changed)
    for (int e = 0; e < edges; e++) {
      int a, b;
#pragma omp atomic read
      a = label[from[e]];
#pragma omp atomic read
      b = label[to[e]];
      if (a == b) continue;
      // Losing a race only costs another round.
#pragma omp atomic write
      label[a < b ? to[e] : from[e]] = a < b ? a : b;
#pragma omp atomic write
      changed = 1;
    }
    rounds++;
  }
  int wrong = 0;
  long sum = 0;
  for (int v = 0; v < n; v++) {
    wrong += label[v] != v % parts;
    sum += label[v];
  }
  printf("%s %ld\n", wrong ? "wrong" : "ok", sum);
  return wrong != 0;
}
