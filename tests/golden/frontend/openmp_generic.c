// A serial part in each team, then a parallel one: min(1024, 3200) teams.
#include <math.h>
#include <stdlib.h>

void rows(int h, int w, const float *in, float *out) {
#pragma omp target teams distribute map(to : in[0 : h * w]) map(from : out[0 : h])
  for (int r = 0; r < h; r++) {
    float s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int c = 0; c < w; c++) s += in[r * w + c] * in[r * w + c];
    out[r] = sqrtf(s);
  }
}

int main(void) {
  float *in = malloc(sizeof(float) * 1024 * 4096), *out = malloc(sizeof(float) * 1024);
  rows(1024, 4096, in, out);
}
