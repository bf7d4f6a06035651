// Pi from random points; every stream draws from a generator of its own that it can jump to.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

static double uniform(uint64_t *state) {
  *state += 0x9e3779b97f4a7c15ull;
  return (mix(*state) >> 11) * 0x1.0p-53;
}

static int hits(uint64_t seed, int draws) {
  int inside = 0;
  for (int d = 0; d < draws; d++) {
    double x = uniform(&seed), y = uniform(&seed);
    inside += x * x + y * y < 1.0;
  }
  return inside;
}
#pragma omp end declare target

int main(int argc, char **argv) {
  int streams = argc > 1 ? atoi(argv[1]) : 100000;
  int draws = argc > 2 ? atoi(argv[2]) : 500;
  long inside = 0, expected = 0;
#pragma omp target teams distribute parallel for reduction(+ : inside) map(tofrom : inside)
  for (int s = 0; s < streams; s++)
    inside += hits(mix(s + 1), draws);
  for (int s = 0; s < streams; s++)
    expected += hits(mix(s + 1), draws);
  double pi = 4.0 * inside / ((double)streams * draws);
  int right = inside == expected && fabs(pi - 3.14159265) < 0.05;
  printf("%s %ld %.6f\n", right ? "ok" : "wrong", inside, pi);
  return !right;
}
