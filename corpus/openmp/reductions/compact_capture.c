// Keeps the particles above a cut: an atomic capture hands out the places of the result.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 3000000;
  float *energy = malloc(n * sizeof(float));
  int *kept = malloc(n * sizeof(int)), count = 0, expected = 0;
  long sum = 0, expected_sum = 0;
  const float cut = 0.9f;
  for (int i = 0; i < n; i++) {
    energy[i] = (float)((i * 1103515245u + 12345u) >> 8 & 0xffff) / 65536.0f;
    if (energy[i] > cut) {
      expected++;
      expected_sum += i;
    }
  }
#pragma omp target teams distribute parallel for map(to : energy[0 : n]) map(from : kept[0 : n]) \
    map(tofrom : count) firstprivate(cut)
  for (int i = 0; i < n; i++)
    if (energy[i] > cut) {
      int place;
#pragma omp atomic capture
      place = count++;
      kept[place] = i;
    }
  for (int i = 0; i < count; i++)
    sum += kept[i];
  int right = count == expected && sum == expected_sum;
  printf("%s %d %ld\n", right ? "ok" : "wrong", count, sum);
  return !right;
}
