// Counts the k-mers of a genome, each with its reverse complement, in a table of all of them.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define K 9

int main(int argc, char **argv) {
  int length = argc > 1 ? atoi(argv[1]) : 2000000;
  int kmers = length - K + 1, buckets = 1 << (2 * K);
  unsigned char *base = malloc(length);
  unsigned *count = calloc(buckets, sizeof(unsigned)), *check = calloc(buckets, sizeof(unsigned));
  uint32_t state = 1;
  for (int i = 0; i < length; i++) {
    state = state * 1103515245u + 12345u;
    base[i] = (state >> 16) & 3;
  }
#pragma omp target data map(to : base[0 : length]) map(tofrom : count[0 : buckets])
  {
#pragma omp target teams distribute parallel for schedule(static, 1) num_threads(256)
    for (int i = 0; i < kmers; i++) {
      unsigned word = 0, reverse = 0;
      for (int k = 0; k < K; k++) {
        word = word << 2 | base[i + k];
        reverse |= (3u - base[i + k]) << (2 * k);
      }
#pragma omp atomic
      count[word < reverse ? word : reverse] += 1;
    }
  }
  unsigned long sum = 0, wrong = 0;
  for (int i = 0; i < kmers; i++) {
    unsigned word = 0, reverse = 0;
    for (int k = 0; k < K; k++) {
      word = word << 2 | base[i + k];
      reverse |= (3u - base[i + k]) << (2 * k);
    }
    check[word < reverse ? word : reverse]++;
  }
  for (int b = 0; b < buckets; b++) {
    wrong += count[b] != check[b];
    sum += (unsigned long)count[b] * count[b];
  }
  printf("%s %lu\n", wrong ? "wrong" : "ok", sum);
  return wrong != 0;
}
