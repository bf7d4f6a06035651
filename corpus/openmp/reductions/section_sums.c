// Energy by group of particles: a reduction over a small array section.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define GROUPS 8

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2000000;
  unsigned char *group = malloc(n);
  double *mass = malloc(n * sizeof(double)), *speed = malloc(n * sizeof(double));
  double energy[GROUPS] = {0}, check[GROUPS] = {0};
  for (int i = 0; i < n; i++) {
    group[i] = (i * 31 + i / 7) % GROUPS;
    mass[i] = 1 + i % 3;
    speed[i] = 0.5 * (i % 9);
    check[group[i]] += 0.5 * mass[i] * speed[i] * speed[i];
  }
#pragma omp target teams distribute parallel for reduction(+ : energy[0 : GROUPS]) \
    map(to : group[0 : n], mass[0 : n], speed[0 : n]) map(tofrom : energy[0 : GROUPS])
  for (int i = 0; i < n; i++)
    energy[group[i]] += 0.5 * mass[i] * speed[i] * speed[i];
  int right = 1;
  double total = 0;
  for (int g = 0; g < GROUPS; g++) {
    right &= fabs(energy[g] - check[g]) < 1e-9 * check[g];
    total += energy[g];
  }
  printf("%s %.10g\n", right ? "ok" : "wrong", total);
  return !right;
}
