// ptx: bar.sync shfl.sync.up
// Sorts, scans with a callback and neighbours of a block, with cub's own shared memory.
#include <cub/cub.cuh>
struct Affine {
  float a, b;
};
struct Chain {
  __device__ Affine operator()(const Affine& x, const Affine& y) const { return {x.a * y.a, x.b * y.a + y.b}; }
};
struct Running {
  Affine value;
  __device__ Affine operator()(Affine total) {
    Affine before = value;
    value = Chain()(value, total);
    return before;
  }
};
__global__ void sort_tiles(const float* in, float* out, int* heads) {
  typedef cub::BlockRadixSort<float, 128, 4, int> Sort;
  typedef cub::BlockDiscontinuity<float, 128> Heads;
  __shared__ union {
    Sort::TempStorage sort;
    Heads::TempStorage heads;
  } storage;
  float keys[4];
  int values[4], flags[4];
  for (int i = 0; i < 4; ++i) {
    values[i] = (blockIdx.x * 128 + threadIdx.x) * 4 + i;
    keys[i] = in[values[i]];
  }
  Sort(storage.sort).Sort(keys, values);
  __syncthreads();
  Heads(storage.heads).FlagHeads(flags, keys, cub::Inequality());
  for (int i = 0; i < 4; ++i) {
    out[(blockIdx.x * 128 + threadIdx.x) * 4 + i] = keys[i];
    heads[values[i]] = flags[i];
  }
}
__global__ void recurrence(Affine* x, int rounds) {
  typedef cub::BlockScan<Affine, 64, cub::BLOCK_SCAN_WARP_SCANS> Scan;
  __shared__ Scan::TempStorage storage;
  Running running{{1, 0}};
  for (int r = 0; r < rounds; ++r) {
    Affine items[2] = {x[(r * 64 + threadIdx.x) * 2], x[(r * 64 + threadIdx.x) * 2 + 1]};
    Scan(storage).InclusiveScan(items, items, Chain(), running);
    __syncthreads();
    x[(r * 64 + threadIdx.x) * 2] = cub::ShuffleIndex<32>(items[0], 0, 0xffffffff);
    x[(r * 64 + threadIdx.x) * 2 + 1] = items[1];
  }
}
int main() {
  float *in, *out;
  int* heads;
  Affine* x;
  cudaMalloc(&in, 5120 * 4);
  cudaMalloc(&out, 5120 * 4);
  cudaMalloc(&heads, 5120 * 4);
  cudaMalloc(&x, 1280 * sizeof(Affine));
  sort_tiles<<<10, 128>>>(in, out, heads);
  recurrence<<<1, 64>>>(x, 10);
}
