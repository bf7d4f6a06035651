// Host code that never ends must not hold up the reader.
__global__ void once(int* p) { *p = 1; }

int spin(unsigned x) {
  while (x != 3) x = x * 2654435761u + 12345u;
  return x;
}

int main() {
  int* p;
  cudaMalloc(&p, 4);
  once<<<1, 1>>>(p);
  for (;;) {
  }
}
