// Feature interaction of a DLRM model: all pairwise dot products of the
// 26 categorical embeddings and the dense bottom-MLP output.
#include <cuda_runtime.h>
#include <vector>
#include <iostream>

template <int F, int D>
__global__ void interact(const float* __restrict__ feats, float* __restrict__ out, int outStride)
{
  __shared__ float s[F * (D + 1)];
  const float* sample = feats + (size_t)blockIdx.x * F * D;
  float* dst = out + (size_t)blockIdx.x * outStride;

  for (int i = threadIdx.x; i < F * D; i += blockDim.x) {
    const float v = sample[i];
    s[(i / D) * (D + 1) + i % D] = v;
    if (i < D) dst[i] = v;                       // dense features pass through
  }
  __syncthreads();

  constexpr int pairs = F * (F - 1) / 2;
  for (int p = threadIdx.x; p < pairs; p += blockDim.x) {
    // p-th cell of the strictly lower triangle
    int i = (int)((1.0f + sqrtf(8.0f * p + 1.0f)) * 0.5f);
    if (i * (i - 1) / 2 > p) --i;
    if ((i + 1) * i / 2 <= p) ++i;
    const int j = p - i * (i - 1) / 2;
    float dot = 0.0f;
#pragma unroll 8
    for (int d = 0; d < D; ++d) dot += s[i * (D + 1) + d] * s[j * (D + 1) + d];
    dst[D + p] = dot;
  }
}

int main(int argc, char** argv)
{
  constexpr int F = 27, D = 32;
  constexpr int outWidth = D + F * (F - 1) / 2;
  const int batch = argc > 1 ? atoi(argv[1]) : 4096;

  std::vector<float> feats((size_t)batch * F * D);
  for (size_t i = 0; i < feats.size(); ++i) feats[i] = (float)((i * 29) % 83) / 83.0f - 0.5f;

  float *dFeats, *dOut;
  cudaMalloc(&dFeats, feats.size() * sizeof(float));
  cudaMalloc(&dOut, (size_t)batch * outWidth * sizeof(float));
  cudaMemcpy(dFeats, feats.data(), feats.size() * sizeof(float), cudaMemcpyHostToDevice);

  interact<F, D><<<batch, 128>>>(dFeats, dOut, outWidth);

  std::vector<float> out((size_t)batch * outWidth);
  cudaMemcpy(out.data(), dOut, out.size() * sizeof(float), cudaMemcpyDeviceToHost);

  float ref = 0;   // last pair of sample 1: features 26 and 25
  for (int d = 0; d < D; ++d) ref += feats[(F + 26) * D + d] * feats[(F + 25) * D + d];
  std::cout << out[2 * outWidth - 1] << " ~ " << ref << "\n";
  cudaFree(dFeats);
  cudaFree(dOut);
}
