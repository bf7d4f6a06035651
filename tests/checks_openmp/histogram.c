// Histogram of bytes with atomic additions.
#include <stdio.h>
#include <stdlib.h>

void histogram(int n, const unsigned char *data, unsigned *bins) {
#pragma omp target teams distribute parallel for map(to : data[0 : n]) map(tofrom : bins[0 : 256])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    bins[data[i]]++;
  }
}

static int run(int n) {
  unsigned char *data = (unsigned char *)malloc(n);
  unsigned *bins = (unsigned *)malloc(256 * sizeof(unsigned));
  unsigned *want = (unsigned *)malloc(256 * sizeof(unsigned));
  for (int i = 0; i < 256; i++) {
    bins[i] = 0;
    want[i] = 0;
  }
  for (int i = 0; i < n; i++)
    data[i] = i * 37 % 256;
  histogram(n, data, bins);
  for (int i = 0; i < n; i++)
    want[data[i]]++;
  int wrong = 0;
  for (int i = 0; i < 256; i++)
    wrong += bins[i] != want[i];
  free(data);
  free(bins);
  free(want);
  return wrong;
}

int main(void) {
  int wrong = run(1 << 18);
  wrong += run(1 << 22);
  printf("histogram: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
