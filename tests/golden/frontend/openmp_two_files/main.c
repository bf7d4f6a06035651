#include "work.h"
#include <stdlib.h>

int main(void) {
  int n = 123456;
  scale(n, malloc(n * sizeof(double)));
}
