// all the control flow there is
__global__ void control(const int* __restrict__ x, int* __restrict__ y, int n, int rounds) {
  int i = (blockIdx.y * blockDim.y + threadIdx.y) * (gridDim.x * blockDim.x) + (blockIdx.x *
      blockDim.x + threadIdx.x);
  if (i >= n) {
    return;
  }
  int v = x[i];
  int steps = 0;

  // Collatz, bounded
  while (v != 1 && steps < rounds) {
    v = ((v & 1) == 0) ? v / 2 : 3 * v + 1;
    ++steps;
  }
  do {
    v -= 2;
    if (v < -100 || (v > 5 && steps == 0)) {
      break;
    }
  } while (v > 0);
  {
    int w = -v;
    v = -(-w) + !steps;
  }
  const int near = x[max(i - 1, 0)] - (int)threadIdx.x;
  int shifted = threadIdx.x - 1;
  if ((int)threadIdx.x + near < n) {
    steps += near;
  } else if (shifted < 0) {
    steps -= 1;
  } else {
    steps = 0;
  }
  for (; steps > 10;) {
    steps /= 2;
  }
  y[i] = v + steps + ((blockIdx.x > 3) ? 1 : 0) + x[(n - 1 - (int)threadIdx.x) % n];
}
