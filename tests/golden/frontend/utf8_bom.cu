// A byte order mark stands in front.
__global__ void marked(int* p) { *p = 1; }
int main() {
  int* p;
  cudaMalloc(&p, 4);
  marked<<<1, 1>>>(p);
}
