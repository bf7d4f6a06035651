// The first form one learns: neighbours are added by a remainder test, warps diverge.
extern "C" __global__ void reduce_interleaved_modulo(const int* in, int* out) {
  extern __shared__ int cell[];
  const int t = threadIdx.x;
  cell[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0) cell[t] += cell[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = cell[0];
}
