// ptx: atom.global.add.f32 atom.global.add.u32 atom.global.add.f64 atom.shared.add.u32 atom.global.cas.b32 atom.global.exch.b32 atom.global.max.s32 atom.global.min.u32 atom.global.or.b32 atom.global.inc.u32
// A histogram in shared memory and one atomic operation of each kind.
__global__ void histogram(const unsigned char* data, unsigned int* bins, int n) {
  __shared__ unsigned int local[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x) local[b] = 0;
  __syncthreads();
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    atomicAdd(&local[data[i]], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x) atomicAdd(bins + b, local[b]);
}

struct Counters {
  int highest;
  unsigned int lowest, ring, flags, words;
  unsigned long long total;
};

__global__ void kinds(float* f, double* d, Counters* c, int v) {
  atomicAdd(f, 1.0f);
  atomicAdd(d, 1.0);
  atomicMax(&c->highest, v);
  atomicMin(&c->lowest, (unsigned)v);
  atomicInc(&c->ring, 100u);
  atomicOr(&c->flags, 1u << (v & 31));
  atomicAnd(&c->flags, ~3u);
  atomicXor(&c->flags, 5u);
  atomicAdd(&c->total, 1ull);
  atomicSub(&c->highest, 2);
  unsigned int seen = atomicExch(&c->words, 7u);
  atomicCAS(&c->words, seen, 9u);
}

__device__ double add_by_cas(double* address, double value) {
  unsigned long long* as_bits = (unsigned long long*)address;
  unsigned long long old = *as_bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(as_bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__global__ void old_style(double* sum, const double* v) { add_by_cas(sum, v[threadIdx.x]); }

int main() {
  const int n = 1000000;
  unsigned char* data;
  unsigned int* bins;
  cudaMalloc(&data, n);
  cudaMalloc(&bins, 256 * sizeof(unsigned int));
  cudaMemset(bins, 0, 256 * sizeof(unsigned int));
  histogram<<<120, 256>>>(data, bins, n);
}
