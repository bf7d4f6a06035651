// ptx: mov.u32 max.f16x2
// What recent CUDA has: raw pairs of halves, clusters of a grid, scales and numbers of 8 and 4
// bits, functions of libcu++.
#include <cooperative_groups.h>
#include <cuda/functional>
#include <cuda_fp4.h>

__device__ __half2 lowest() {
  constexpr __half2_raw raw = {0xFC00, 0xFC00};
  return __half2(raw);
}
__global__ void pairs(__half2* x) { x[threadIdx.x] = __hmax2(x[threadIdx.x], lowest()); }

__global__ void clusters(int* x) {
  namespace cg = cooperative_groups;
  const cg::grid_group grid = cg::this_grid();
  x[grid.thread_rank()] = grid.cluster_rank() + grid.num_clusters() + grid.cluster_index().x;
}

__global__ void scales(float* x, const unsigned char* e, __nv_fp4x2_e2m1* packed) {
  const float scale = __bfloat162float(__nv_bfloat16(__nv_cvt_e8m0_to_bf16raw(e[threadIdx.x])));
  packed[threadIdx.x] = __nv_fp4x2_e2m1(make_float2(x[threadIdx.x] * scale, 1.0f));
}

__global__ void larger(int* x) {
  const auto most = cuda::proclaim_return_type<int>(cuda::maximum<>());
  x[threadIdx.x] = most(x[threadIdx.x], 7);
}

int main() {
  void* p;
  cudaMalloc(&p, 4096);
  pairs<<<1, 256>>>((__half2*)p);
  clusters<<<2, 256>>>((int*)p);
  scales<<<1, 256>>>((float*)p, (unsigned char*)p, (__nv_fp4x2_e2m1*)p);
  larger<<<1, 256>>>((int*)p);
}
