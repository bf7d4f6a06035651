#define NBINS 256
extern "C" __global__ void histogram_shared_private(const unsigned int* keys, unsigned int* hist, unsigned int n) {
  __shared__ unsigned int mine[NBINS];
  for (unsigned b = threadIdx.x; b < NBINS; b += blockDim.x) mine[b] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[keys[i] % NBINS], 1u);
  __syncthreads();
  for (unsigned b = threadIdx.x; b < NBINS; b += blockDim.x) atomicAdd(&hist[b], mine[b]);
}
