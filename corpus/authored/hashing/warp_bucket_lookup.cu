#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

namespace cg = cooperative_groups;

#define BUCKETS  (1 << 16)
#define SLOTS    16
#define QUERIES  (1 << 19)

/* Keys are dense surrogate ids, so their low bits do as a hash. 16 lanes read one bucket in a single 64-byte transaction and vote */
__global__ void lookup(const int *bucket_keys, const int *bucket_vals, const int *queries, int *answers)
{
  auto tile = cg::tiled_partition<SLOTS>(cg::this_thread_block());
  int q = (blockIdx.x * blockDim.x + threadIdx.x) / SLOTS;
  int key = queries[q];
  int result = -1;

  int b = (key - 1) & (BUCKETS - 1);
  for (int attempt = 0; attempt < 4; ++attempt) {
    int slot = b * SLOTS + tile.thread_rank();
    int k = bucket_keys[slot];
    unsigned hit = tile.ballot(k == key);
    if (hit) {
      int lane = __ffs(hit) - 1;
      int v = bucket_vals[slot];
      result = tile.shfl(v, lane);
      break;
    }
    if (tile.any(k == 0)) break;          /* bucket not full: key is absent */
    b = (b + 1) & (BUCKETS - 1);
  }
  if (tile.thread_rank() == 0) answers[q] = result;
}

int main()
{
  int *keys = (int *)malloc(BUCKETS * SLOTS * sizeof(int));
  int *vals = (int *)malloc(BUCKETS * SLOTS * sizeof(int));
  int *queries = (int *)malloc(QUERIES * sizeof(int));
  int *answers = (int *)malloc(QUERIES * sizeof(int));

  /* slot s of bucket b holds key s * BUCKETS + b + 1; 11 of 16 slots in use, 0 = free */
  for (int i = 0; i < BUCKETS * SLOTS; ++i) {
    int key = (i % SLOTS) * BUCKETS + i / SLOTS + 1;
    keys[i] = i % SLOTS < 11 ? key : 0;
    vals[i] = i % SLOTS < 11 ? key * 3 : 0;
  }
  for (int i = 0; i < QUERIES; ++i)
    queries[i] = 1 + (int)((i * 1299709u) % 1000000u);

  int *dk, *dv, *dq, *da;
  cudaMalloc(&dk, BUCKETS * SLOTS * sizeof(int));
  cudaMalloc(&dv, BUCKETS * SLOTS * sizeof(int));
  cudaMalloc(&dq, QUERIES * sizeof(int));
  cudaMalloc(&da, QUERIES * sizeof(int));
  cudaMemcpy(dk, keys, BUCKETS * SLOTS * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dv, vals, BUCKETS * SLOTS * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(dq, queries, QUERIES * sizeof(int), cudaMemcpyHostToDevice);

  lookup<<<QUERIES * SLOTS / 256, 256>>>(dk, dv, dq, da);

  cudaMemcpy(answers, da, QUERIES * sizeof(int), cudaMemcpyDeviceToHost);
  int hits = 0, wrong = 0;
  for (int i = 0; i < QUERIES; ++i) {
    if (answers[i] >= 0) hits++;
    int expect = queries[i] <= 11 * BUCKETS ? queries[i] * 3 : -1;
    if (answers[i] != expect) wrong++;
  }
  printf("%d hits, %d wrong\n", hits, wrong);
  return 0;
}
