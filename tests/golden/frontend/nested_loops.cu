// Launches in nested loops: a triangle, a continue, a break, a step of two.
__global__ void pair(int* p, int i, int j) { p[i * 8 + j] = i - j; }
__global__ void tick(int* p) { ++*p; }

int main() {
  int* p;
  cudaMalloc(&p, 64 * sizeof(int));
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) pair<<<1, 1>>>(p, i, j);
  for (int r = 0; r < 100; ++r) {
    if (r % 10 == 3) continue;
    if (r > 50) break;
    tick<<<1, 32>>>(p);  // ten per ten but one
  }
  for (int k = 1; k < 1000; k *= 2) {
    for (int m = 0; m < 1000; m += 2) tick<<<2, 32>>>(p);  // five thousand
  }
}
