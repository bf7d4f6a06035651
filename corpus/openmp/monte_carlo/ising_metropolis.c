// The Ising model by Metropolis sweeps on a checkerboard; random numbers hash place and time.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
float boltzmann[5];

static uint32_t hash(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

static int8_t flip(int n, const int8_t *spin, int i, int j, uint32_t time) {
  int up = (i + n - 1) % n, down = (i + 1) % n, left = (j + n - 1) % n, right = (j + 1) % n;
  int around = spin[up * n + j] + spin[down * n + j] + spin[i * n + left] + spin[i * n + right];
  int here = spin[i * n + j];
  float chance = boltzmann[(here * around + 4) / 2];
  return hash(time * 0x9e3779b9u + (uint32_t)(i * n + j)) * 0x1p-32f < chance ? -here : here;
}
#pragma omp end declare target

static void sweep(int n, int8_t *spin, int colour, uint32_t time) {
#pragma omp target teams distribute parallel for collapse(2) num_teams(512) thread_limit(256)
  for (int i = 0; i < n; i++)
    for (int h = 0; h < n / 2; h++) {
      int j = 2 * h + (i + colour) % 2;
      spin[i * n + j] = flip(n, spin, i, j, time);
    }
}

int main(int argc, char **argv) {
  int n = (argc > 1 ? atoi(argv[1]) : 2048) / 2 * 2;
  int sweeps = argc > 2 ? atoi(argv[2]) : 10;
  int8_t *spin = malloc(n * n), *check = malloc(n * n);
  for (int p = 0; p < n * n; p++)
    spin[p] = check[p] = hash(p) % 3 ? 1 : -1;
  for (int k = 0; k < 5; k++)
    boltzmann[k] = expf(-2.0f * 0.44f * (2 * k - 4));
#pragma omp target update to(boltzmann)
#pragma omp target data map(tofrom : spin[0 : n * n])
  for (int s = 0; s < 2 * sweeps; s++)
    sweep(n, spin, s % 2, s);
  long wrong = 0, magnetisation = 0;
  for (int s = 0; s < 2 * sweeps; s++)
    for (int i = 0; i < n; i++)
      for (int j = (i + s) % 2; j < n; j += 2)
        check[i * n + j] = flip(n, check, i, j, s);
  for (int p = 0; p < n * n; p++) {
    wrong += spin[p] != check[p];
    magnetisation += spin[p];
  }
  printf("%s %ld\n", wrong ? "wrong" : "ok", magnetisation);
  return wrong != 0;
}
