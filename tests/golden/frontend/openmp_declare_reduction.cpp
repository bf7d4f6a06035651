// A reduction of the program's own.
#include <cstdlib>

struct Pair {
  float value;
  int index;
};
Pair larger(Pair a, Pair b) { return a.value > b.value ? a : b; }
#pragma omp declare reduction(largest : Pair : omp_out = larger(omp_out, omp_in)) initializer(omp_priv = {0, -1})

int main() {
  int n = 100000;
  float *x = (float *)malloc(n * sizeof(float));
  Pair best = {0, -1};
#pragma omp target teams distribute parallel for reduction(largest : best) map(to : x[0 : n]) map(tofrom : best)
  for (int i = 0; i < n; i++)
    if (x[i] > best.value) best = {x[i], i};
}
