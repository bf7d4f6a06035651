// A name that nobody declares, in one kernel of two; the launches still show.
__global__ void ok(int* p) { p[threadIdx.x] = threadIdx.x; }

__global__ void uses_missing(int* p) { p[threadIdx.x] = lookup_table[threadIdx.x]; }

int main() {
  int* p;
  cudaMalloc(&p, 128 * sizeof(int));
  ok<<<1, 128>>>(p);
  uses_missing<<<1, 128>>>(p);
}
