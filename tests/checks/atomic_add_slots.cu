// n increments spread over `slots` counters: contention by choice.
extern "C" __global__ void atomic_add_slots(unsigned int* counter, unsigned int slots, unsigned int n) {
  const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counter[i % slots], i & 7u);
}
