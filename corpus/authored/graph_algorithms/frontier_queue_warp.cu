#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <iostream>
#include <vector>

namespace cg = cooperative_groups;

struct CsrGraph {
  const int* offsets;
  const int* targets;
};

// Each thread owns one frontier vertex. New vertices are appended with one
// atomic per group of coalesced threads instead of one per vertex.
__global__ void expand_frontier(CsrGraph g, const int* __restrict__ queue, int queue_len,
                                int* __restrict__ next_queue, int* next_len,
                                int* __restrict__ depth, int level) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= queue_len) return;
  const int v = queue[i];
  const int first = g.offsets[v];
  const int last = g.offsets[v + 1];
  for (int e = first; e < last; ++e) {
    const int w = g.targets[e];
    if (depth[w] < 0 && atomicCAS(&depth[w], -1, level) == -1) {
      cg::coalesced_group active = cg::coalesced_threads();
      int base = 0;
      if (active.thread_rank() == 0) base = atomicAdd(next_len, (int)active.size());
      base = active.shfl(base, 0);
      next_queue[base + active.thread_rank()] = w;
    }
  }
}

int main() {
  constexpr int n = 262144;
  constexpr int degree = 12;
  constexpr int sources = 20000;

  std::vector<int> offsets(n + 1), targets(n * degree), depth(n), queue(n);
  unsigned lcg = 12345u;
  for (int v = 0; v <= n; ++v) offsets[v] = v * degree;
  for (int e = 0; e < n * degree; ++e) {
    lcg = lcg * 1664525u + 1013904223u;
    targets[e] = (lcg >> 8) % n;
  }
  for (int v = 0; v < n; ++v) depth[v] = (v % 13 == 0 && v / 13 < sources) ? 0 : -1;
  for (int s = 0; s < sources; ++s) queue[s] = s * 13;

  int *dOff, *dTgt, *dDepth, *dQueue, *dNext, *dLen;
  cudaMalloc(&dOff, sizeof(int) * (n + 1));
  cudaMalloc(&dTgt, sizeof(int) * n * degree);
  cudaMalloc(&dDepth, sizeof(int) * n);
  cudaMalloc(&dQueue, sizeof(int) * n);
  cudaMalloc(&dNext, sizeof(int) * n);
  cudaMalloc(&dLen, sizeof(int));
  cudaMemcpy(dOff, offsets.data(), sizeof(int) * (n + 1), cudaMemcpyHostToDevice);
  cudaMemcpy(dTgt, targets.data(), sizeof(int) * n * degree, cudaMemcpyHostToDevice);
  cudaMemcpy(dDepth, depth.data(), sizeof(int) * n, cudaMemcpyHostToDevice);
  cudaMemcpy(dQueue, queue.data(), sizeof(int) * n, cudaMemcpyHostToDevice);
  cudaMemset(dLen, 0, sizeof(int));

  const int threads = 128;
  const int blocks = (sources + threads - 1) / threads;
  expand_frontier<<<blocks, threads>>>(CsrGraph{dOff, dTgt}, dQueue, sources, dNext, dLen, dDepth, 1);

  int found = 0;
  cudaMemcpy(&found, dLen, sizeof(int), cudaMemcpyDeviceToHost);
  std::cout << "level 1 frontier: " << found << " vertices\n";
  cudaFree(dOff); cudaFree(dTgt); cudaFree(dDepth);
  cudaFree(dQueue); cudaFree(dNext); cudaFree(dLen);
}
