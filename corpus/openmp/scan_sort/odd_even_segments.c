// Sorts short segments, one for each team, by odd and even exchanges between neighbours.
#include <stdio.h>
#include <stdlib.h>

#define LENGTH 128

int main(int argc, char **argv) {
  int segments = argc > 1 ? atoi(argv[1]) : 10000;
  int n = segments * LENGTH;
  float *data = malloc(n * sizeof(float));
  double before = 0, after = 0;
  for (int i = 0; i < n; i++) {
    data[i] = (float)((i * 16807u) % 9973u);
    before += data[i];
  }
#pragma omp target teams distribute map(tofrom : data[0 : n]) num_teams(segments) \
    thread_limit(LENGTH / 2)
  for (int s = 0; s < segments; s++) {
    float local[LENGTH];
#pragma omp parallel for
    for (int i = 0; i < LENGTH; i++)
      local[i] = data[s * LENGTH + i];
    for (int round = 0; round < LENGTH; round++) {
#pragma omp parallel for
      for (int i = round % 2; i < LENGTH - 1; i += 2)
        if (local[i] > local[i + 1]) {
          float keep = local[i];
          local[i] = local[i + 1];
          local[i + 1] = keep;
        }
    }
#pragma omp parallel for
    for (int i = 0; i < LENGTH; i++)
      data[s * LENGTH + i] = local[i];
  }
  int wrong = 0;
  double weighted = 0;
  for (int i = 0; i < n; i++) {
    wrong += i % LENGTH && data[i - 1] > data[i];
    after += data[i];
    weighted += data[i] * (i % LENGTH);
  }
  wrong += before != after;
  printf("%s %.10g\n", wrong ? "wrong" : "ok", weighted);
  return wrong != 0;
}
