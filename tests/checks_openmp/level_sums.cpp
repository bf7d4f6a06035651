// Sums by levels: each level adds 32 neighbours of the one below.
#include <stdio.h>
#include <stdlib.h>

void level_sums(int n, const float *in, float *out) {
#pragma omp target teams distribute parallel for map(to : in[0 : n * 32]) map(from : out[0 : n])
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int k = 0; k < 32; k++)
      s += in[i * 32 + k];
    out[i] = s;
  }
}

int main() {
  int n = 1 << 23;
  float *a = (float *)malloc(n * sizeof(float));
  float *b = (float *)malloc(n / 32 * sizeof(float));
  float *c = (float *)malloc(n / 1024 * sizeof(float));
  for (int i = 0; i < n; i++)
    a[i] = i % 4;
  level_sums(n / 32, a, b);
  level_sums(n / 1024, b, c);
  level_sums(n / 32768, c, a);
  float total = 0;
  for (int i = 0; i < n / 32768; i++)
    total += a[i];
  int wrong = total != 1.5f * n;
  free(a);
  free(b);
  free(c);
  printf("level_sums: %s\n", wrong ? "wrong" : "right");
  return wrong != 0;
}
