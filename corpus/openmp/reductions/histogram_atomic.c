// A histogram of measured energies: one atomic increment for each sample.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fill(int samples, const float *energy, float low, float per_bin, int bins, int *count) {
#pragma omp target teams distribute parallel for map(to : energy[0 : samples]) \
    map(tofrom : count[0 : bins]) if (samples > 1000)
  for (int i = 0; i < samples; i++) {
    int bin = (int)((energy[i] - low) / per_bin);
    if (bin < 0) bin = 0;
    if (bin >= bins) bin = bins - 1;
#pragma omp atomic
    count[bin]++;
  }
}

int main(int argc, char **argv) {
  int samples = argc > 1 ? atoi(argv[1]) : 4000000;
  int bins = argc > 2 ? atoi(argv[2]) : 512;
  float *energy = malloc(samples * sizeof(float));
  int *count = calloc(bins, sizeof(int)), *check = calloc(bins, sizeof(int));
  unsigned state = 12345;
  for (int i = 0; i < samples; i++) {
    state = state * 1664525u + 1013904223u;
    energy[i] = (float)(state >> 16) * 0.015625f;
    int bin = (int)(energy[i] / 2.0f);
    check[bin < bins ? bin : bins - 1]++;
  }
  fill(samples, energy, 0.0f, 2.0f, bins, count);
  int right = memcmp(count, check, bins * sizeof(int)) == 0;
  long moment = 0;
  for (int b = 0; b < bins; b++)
    moment += (long)b * count[b];
  printf("%s %ld\n", right ? "ok" : "wrong", moment);
  return !right;
}
