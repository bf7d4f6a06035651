// A recursive helper on the host decides the launches; a global holds the depth.
__global__ void level(int* p, int depth, int width) { p[threadIdx.x] += depth * width; }

static int launched = 0;

void descend(int* p, int depth, int width) {
  if (width < 32) return;
  ++launched;
  level<<<width / 32, 32>>>(p, depth, width);
  descend(p, depth + 1, width / 2);
  descend(p, depth + 1, width / 2);
}

int main() {
  int* p;
  cudaMalloc(&p, 4096);
  descend(p, 0, 128);
  level<<<1, 1>>>(p, launched, 0);  // total
}
