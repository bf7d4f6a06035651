// A step of k-means: assignment to the nearest centre, then sums by cluster with atomics.
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 500000;
  const int dims = 4, clusters = 16, rounds = 3;
  std::vector<float> points(n * dims), centres(clusters * dims);
  std::vector<int> assigned(n);
  for (int i = 0; i < n; i++)
    for (int d = 0; d < dims; d++)
      points[i * dims + d] = float(i % clusters) * (d + 1) + 0.1f * float((i / clusters + d) % 5);
  for (int c = 0; c < clusters * dims; c++)
    centres[c] = points[c] + 0.2f;
  float *sum = new float[clusters * dims];
  int *count = new int[clusters];
  const float *x = points.data();
  float *centre = centres.data();
  int *label = assigned.data();
#pragma omp target data map(to : x[0 : n * dims]) map(from : label[0 : n]) \
    map(to : centre[0 : clusters * dims])                                  \
    map(alloc : sum[0 : clusters * dims], count[0 : clusters])
  for (int r = 0; r < rounds; r++) {
#pragma omp target teams distribute parallel for num_teams(1) num_threads(64)
    for (int c = 0; c < clusters * dims; c++) {
      sum[c] = 0;
      if (c < clusters) count[c] = 0;
    }
#pragma omp target teams distribute parallel for thread_limit(256)
    for (int i = 0; i < n; i++) {
      int nearest = 0;
      float least = FLT_MAX;
      for (int c = 0; c < clusters; c++) {
        float square = 0;
        for (int d = 0; d < dims; d++) {
          float away = x[i * dims + d] - centre[c * dims + d];
          square += away * away;
        }
        if (square < least) {
          least = square;
          nearest = c;
        }
      }
      label[i] = nearest;
      for (int d = 0; d < dims; d++) {
#pragma omp atomic
        sum[nearest * dims + d] += x[i * dims + d];
      }
#pragma omp atomic
      count[nearest]++;
    }
#pragma omp target teams distribute parallel for collapse(2)
    for (int c = 0; c < clusters; c++)
      for (int d = 0; d < dims; d++)
        if (count[c] > 0) centre[c * dims + d] = sum[c * dims + d] / count[c];
#pragma omp target update from(centre[0 : clusters * dims])
  }
  int wrong = 0;
  double total = 0;
  for (int i = 0; i < n; i++)
    wrong += assigned[i] != i % clusters;
  for (int c = 0; c < clusters * dims; c++) {
    float low = float(c / dims) * (c % dims + 1);
    wrong += centres[c] < low - 0.01f || centres[c] > low + 0.41f;
    total += centres[c];
  }
  delete[] sum;
  delete[] count;
  std::printf("%s %.5g\n", wrong ? "wrong" : "ok", total);
  return wrong != 0;
}
