// A quantised layer: products of 8-bit numbers in 32-bit sums, scaled, shifted and clamped.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
static int8_t requantise(int32_t sum, int32_t bias, int32_t multiplier, int shift) {
  int64_t scaled = ((int64_t)(sum + bias) * multiplier + (1ll << (shift - 1))) >> shift;
  return (int8_t)(scaled < -128 ? -128 : scaled > 127 ? 127 : scaled);
}
#pragma omp end declare target

int main(int argc, char **argv) {
  int batch = argc > 1 ? atoi(argv[1]) : 512;
  int outputs = argc > 2 ? atoi(argv[2]) : 512;
  int inputs = argc > 3 ? atoi(argv[3]) : 768;
  int8_t *x = malloc(batch * inputs), *w = malloc(outputs * inputs), *y = malloc(batch * outputs);
  int32_t *bias = malloc(outputs * sizeof(int32_t));
  for (int i = 0; i < batch * inputs; i++)
    x[i] = (int8_t)(i * 7 % 255 - 127);
  for (int i = 0; i < outputs * inputs; i++)
    w[i] = (int8_t)(i * 11 % 31 - 15);
  for (int o = 0; o < outputs; o++)
    bias[o] = o * 10 - 2000;
#pragma omp target teams distribute parallel for collapse(2) map(from : y[0 : batch * outputs]) \
    map(to : x[0 : batch * inputs], w[0 : outputs * inputs], bias[0 : outputs]) thread_limit(128)
  for (int b = 0; b < batch; b++)
    for (int o = 0; o < outputs; o++) {
      int32_t sum = 0;
      for (int i = 0; i < inputs; i++)
        sum += (int32_t)x[b * inputs + i] * w[o * inputs + i];
      y[b * outputs + o] = requantise(sum, bias[o], 1518500250, 38);
    }
  int wrong = 0;
  long total = 0;
  for (int b = 0; b < batch; b += 7)
    for (int o = 0; o < outputs; o++) {
      int32_t sum = 0;
      for (int i = 0; i < inputs; i++)
        sum += x[b * inputs + i] * w[o * inputs + i];
      wrong += y[b * outputs + o] != requantise(sum, bias[o], 1518500250, 38);
      total += y[b * outputs + o];
    }
  printf("%s %ld\n", wrong ? "wrong" : "ok", total);
  return wrong != 0;
}
