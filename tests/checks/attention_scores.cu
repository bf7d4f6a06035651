#define HEAD 64
// Scaled query-key products of one head, causal: a thread makes one score.
extern "C" __global__ void attention_scores(const float* __restrict__ q, const float* __restrict__ k,
                                            float* __restrict__ scores, int seq) {
  __shared__ float qs[8][HEAD];
  const int col = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 8 + threadIdx.y;
  const size_t head = (size_t)blockIdx.z * seq * HEAD;
  for (int d = threadIdx.x; d < HEAD; d += 32) qs[threadIdx.y][d] = q[head + (size_t)row * HEAD + d];
  __syncthreads();
  float dot = -1.0e9f;
  if (col <= row) {
    dot = 0.0f;
    const float4* key = reinterpret_cast<const float4*>(k + head + (size_t)col * HEAD);
#pragma unroll
    for (int d = 0; d < HEAD / 4; ++d) {
      const float4 kv = key[d];
      dot += qs[threadIdx.y][4 * d] * kv.x + qs[threadIdx.y][4 * d + 1] * kv.y + qs[threadIdx.y][4 * d + 2] * kv.z +
             qs[threadIdx.y][4 * d + 3] * kv.w;
    }
    dot *= 0.125f;
  }
  scores[((size_t)blockIdx.z * seq + row) * seq + col] = dot;
}
