#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
#include <iostream>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

namespace cg = cooperative_groups;

// Link prediction scores <h_u, h_v> on listed edges. Features are 64 halves = 128 bytes,
// eight lanes with one 16-byte load each cover a node.
__global__ void edgeDot(const int2* __restrict__ edges, int count, const uint4* __restrict__ h, float* __restrict__ score)
{
  const auto group = cg::tiled_partition<8>(cg::this_thread_block());
  const int groups = gridDim.x * blockDim.x / 8;
  for (int e = (blockIdx.x * blockDim.x + threadIdx.x) / 8; e < count; e += groups) {
    const int2 uv = edges[e];
    const uint4 a = h[uv.x * 8 + group.thread_rank()];
    const uint4 b = h[uv.y * 8 + group.thread_rank()];
    const __half2* pa = reinterpret_cast<const __half2*>(&a);
    const __half2* pb = reinterpret_cast<const __half2*>(&b);
    float dot = 0.f;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      const float2 fa = __half22float2(pa[k]), fb = __half22float2(pb[k]);
      dot += fa.x * fb.x + fa.y * fb.y;
    }
    dot = cg::reduce(group, dot, cg::plus<float>());
    if (group.thread_rank() == 0) score[e] = 1.f / (1.f + __expf(-dot));
  }
}

int main()
{
  const int nodes = 40000, count = 200000;
  thrust::host_vector<int> endpoints(2 * count);
  thrust::host_vector<__half> feat(nodes * 64);
  for (int i = 0; i < 2 * count; ++i) endpoints[i] = rand() % nodes;
  for (int i = 0; i < nodes * 64; ++i) feat[i] = __float2half((i % 3 - 1) * 0.1f);

  thrust::device_vector<int> dEdges = endpoints;
  thrust::device_vector<__half> dFeat = feat;
  thrust::device_vector<float> dScore(count);

  edgeDot<<<528, 256>>>(reinterpret_cast<const int2*>(thrust::raw_pointer_cast(dEdges.data())), count,
                        reinterpret_cast<const uint4*>(thrust::raw_pointer_cast(dFeat.data())),
                        thrust::raw_pointer_cast(dScore.data()));
  cudaDeviceSynchronize();

  thrust::host_vector<float> score = dScore;
  float mean = 0;
  for (int e = 0; e < count; ++e) mean += score[e] / count;
  std::cout << "mean score " << mean << std::endl;
  return 0;
}
