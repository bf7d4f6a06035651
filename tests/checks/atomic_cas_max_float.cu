__device__ void max_of(float* where, float v) {
  int* cell = (int*)where;
  int seen = *cell;
  while (v > __int_as_float(seen)) {
    const int before = atomicCAS(cell, seen, __float_as_int(v));
    if (before == seen) break;
    seen = before;
  }
}
extern "C" __global__ void atomic_cas_max_float(const float* samples, const int* group, float* peak, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) max_of(&peak[group[i]], samples[i]);
}
