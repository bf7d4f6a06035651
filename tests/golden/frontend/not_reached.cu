// A launch in a branch that is not taken, and in a function that nobody calls.
__global__ void work(int* p, int mode) { p[threadIdx.x] = mode; }

void never(int* p) { work<<<5, 50>>>(p, 9); }

int main() {
  const bool debug = false;
  int* p;
  cudaMalloc(&p, 256);
  if (debug) {
    work<<<1, 32>>>(p, 1);
  } else {
    work<<<2, 64>>>(p, 2);
  }
  return 0;
}
