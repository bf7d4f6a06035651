// ptx: st.shared ld.shared mov.u64 mov.u32
// What nvcc takes and the standard or Clang does not: register, alignas behind __shared__, blanks in
// launch brackets, limits without an include, calls of programmatic dependent launch.
__global__ void first(float* x, int n) {
  __shared__ alignas(16) float tile[256];
  register int i = blockIdx.x * 256 + threadIdx.x;
  cudaGridDependencySynchronize();
  tile[threadIdx.x] = i < INT_MAX && i < n ? x[i] : FLT_MAX;
  __syncthreads();
  if (i < n) x[i] = tile[255 - threadIdx.x];
  cudaTriggerProgrammaticLaunchCompletion();
}
__device__ [[nodiscard]] unsigned long long now() { return __globaltimer(); }
__device__ unsigned lane() { unsigned r; asm("mov.u32 %0, %laneid;" : "=r"(r)); return r; }
__global__ void second(unsigned long long* t) { t[threadIdx.x] = now() + lane() + UINT_MAX; }

int main() {
  float* x;
  unsigned long long* t;
  cudaMalloc(&x, 4096 * 4);
  cudaMalloc(&t, 32 * 8);
  first << <4096 / 256, 256 >> > (x, 4096);
  second<<<1, 32>> >(t);
}
