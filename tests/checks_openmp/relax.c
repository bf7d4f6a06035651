// One step of shortest paths: each vertex looks at its six incoming edges.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void relax(int n, const int *first, const int *source, const float *length, const float *old,
           float *now) {
#pragma omp target teams distribute parallel for thread_limit(256) \
    map(to : first[0 : n + 1], source[0 : n * 6], length[0 : n * 6], old[0 : n]) \
    map(from : now[0 : n])
  for (int v = 0; v < n; v++) {
    float best = old[v];
    for (int e = first[v]; e < first[v + 1]; e++)
      best = fminf(best, old[source[e]] + length[e]);
    now[v] = best;
  }
}

static int run(int n) {
  int *first = (int *)malloc((n + 1) * sizeof(int));
  int *source = (int *)malloc(n * 6 * sizeof(int));
  float *length = (float *)malloc(n * 6 * sizeof(float));
  float *old = (float *)malloc(n * sizeof(float));
  float *now = (float *)malloc(n * sizeof(float));
  for (int v = 0; v <= n; v++)
    first[v] = v * 6;
  for (int e = 0; e < n * 6; e++) {
    source[e] = (e / 6 + e % 6 * 1021) % n;
    length[e] = e % 19;
  }
  for (int v = 0; v < n; v++)
    old[v] = v % 1000;
  relax(n, first, source, length, old, now);
  int wrong = 0;
  for (int v = 0; v < n; v++) {
    float best = old[v];
    for (int e = first[v]; e < first[v + 1]; e++)
      best = fminf(best, old[source[e]] + length[e]);
    wrong += best != now[v];
  }
  free(first);
  free(source);
  free(length);
  free(old);
  free(now);
  return wrong;
}

int main(void) {
  int wrong = run(100000);
  wrong += run(1 << 21);
  printf("relax: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
