extern "C" __global__ void embedding_lookup(const float* table, const int* tokens, float* out, int dim) {
  const int token = tokens[blockIdx.x];
  const float* from = table + (size_t)token * dim;
  float* to = out + (size_t)blockIdx.x * dim;
  for (int d = threadIdx.x; d < dim; d += blockDim.x) to[d] = from[d];
}
