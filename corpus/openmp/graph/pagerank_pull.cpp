// PageRank by pulling from incoming edges, until the ranks change little.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Vertex = std::int32_t;
using Edge = std::int64_t;

static double iterate(Vertex n, const Edge *start, const Vertex *source, const float *share,
                      const float *rank, float *next) {
  double change = 0;
  const float damping = 0.85f;
#pragma omp target teams distribute parallel for reduction(+ : change) firstprivate(damping)
  for (Vertex v = 0; v < n; v++) {
    float sum = 0;
    for (Edge k = start[v]; k < start[v + 1]; k++)
      sum += rank[source[k]] * share[source[k]];
    next[v] = (1.0f - damping) / n + damping * sum;
    change += std::fabs(next[v] - rank[v]);
  }
  return change;
}

int main(int argc, char **argv) {
  Vertex n = argc > 1 ? std::atoi(argv[1]) : 300000;
  int rounds = argc > 2 ? std::atoi(argv[2]) : 20;
  std::vector<Edge> start(n + 1);
  for (Vertex v = 0; v < n; v++)
    start[v + 1] = start[v] + 2 + v % 9;
  Edge edges = start[n];
  std::vector<Vertex> source(edges);
  std::vector<int> out(n, 0);
  for (Edge k = 0; k < edges; k++) {
    source[k] = Vertex(k * 48271 % n);
    out[source[k]]++;
  }
  std::vector<float> share(n), rank(n, 1.0f / n), next(n, 0.0f);
  for (Vertex v = 0; v < n; v++)
    share[v] = 1.0f / float(out[v] > 0 ? out[v] : 1);
  std::vector<float> now = rank, later = next;
  const Edge *s = start.data();
  const Vertex *e = source.data();
  const float *d = share.data();
  float *a = rank.data(), *b = next.data();
  double change = 1;
#pragma omp target data map(to : s[0 : n + 1], e[0 : edges], d[0 : n]) map(tofrom : a[0 : n]) \
    map(alloc : b[0 : n])
  for (int r = 0; r < rounds; r += 2) {
    iterate(n, s, e, d, a, b);
    change = iterate(n, s, e, d, b, a);
  }
  for (int r = 0; r < (rounds + 1) / 2 * 2; r++) {
    for (Vertex v = 0; v < n; v++) {
      double sum = 0;
      for (Edge k = start[v]; k < start[v + 1]; k++)
        sum += double(now[source[k]]) * share[source[k]];
      later[v] = float(0.15 / n + 0.85 * sum);
    }
    now.swap(later);
  }
  double error = 0, total = 0;
  for (Vertex v = 0; v < n; v++) {
    error = std::fmax(error, std::fabs(rank[v] - now[v]) * n);
    total += rank[v];
  }
  std::printf("%s %.6g %.3g\n", error < 1e-2 ? "ok" : "wrong", total, change);
  return error >= 1e-2;
}
