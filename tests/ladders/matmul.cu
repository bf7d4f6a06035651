// Eleven products of square matrices, C = A B, each a step further than the one before. The times
// that an H200 takes are in readings_h200.tsv.
#include <cstdio>
#include <cstdlib>

constexpr int kTile = 32;

// A warp walks down a column of C: its lanes read A a row apart.
__global__ void product_naive(int n, const float* a, const float* b, float* c) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int column = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// A warp walks along a row of C.
__global__ void product_coalesced(int n, const float* a, const float* b, float* c) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// Tiles of A and B in shared memory, one result a thread.
__global__ void product_shared(int n, const float* a, const float* b, float* c) {
  __shared__ float tile_a[kTile][kTile];
  __shared__ float tile_b[kTile][kTile];
  int row = blockIdx.y * kTile + threadIdx.y;
  int column = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int from = 0; from < n; from += kTile) {
    tile_a[threadIdx.y][threadIdx.x] = a[row * n + from + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(from + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k)
      sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// A column (TN is 1) or a square of results a thread.
template <int BM, int BN, int BK, int TM, int TN>
__global__ void product_square(int n, const float* a, const float* b, float* c) {
  __shared__ float tile_a[BM * BK];
  __shared__ float tile_b[BK * BN];
  constexpr int kBlockThreads = (BM / TM) * (BN / TN);
  int own_column = threadIdx.x % (BN / TN);
  int own_row = threadIdx.x / (BN / TN);
  a += blockIdx.y * BM * n;
  b += blockIdx.x * BN;
  c += blockIdx.y * BM * n + blockIdx.x * BN;
  float sums[TM * TN] = {0};
  float column[TM], row[TN];
  for (int from = 0; from < n; from += BK) {
    for (int at = threadIdx.x; at < BM * BK; at += kBlockThreads)
      tile_a[at] = a[at / BK * n + at % BK];
    for (int at = threadIdx.x; at < BK * BN; at += kBlockThreads)
      tile_b[at] = b[at / BN * n + at % BN];
    __syncthreads();
    a += BK;
    b += BK * n;
    for (int k = 0; k < BK; ++k) {
      for (int i = 0; i < TM; ++i)
        column[i] = tile_a[(own_row * TM + i) * BK + k];
      for (int j = 0; j < TN; ++j)
        row[j] = tile_b[k * BN + own_column * TN + j];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
          sums[i * TN + j] += column[i] * row[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int j = 0; j < TN; ++j)
      c[(own_row * TM + i) * n + own_column * TN + j] = sums[i * TN + j];
}

// Loads a tile of A transposed and a tile of B as it is, 16 bytes a thread and time. `Pad` keeps
// the lanes that store a column of A apart in their banks.
template <int BM, int BN, int BK, int Threads, int Pad>
__device__ void load_tiles(int n, const float* a, const float* b, float* tile_a, float* tile_b) {
  for (int at = threadIdx.x; at < BM * BK / 4; at += Threads) {
    int row = at / (BK / 4), column = at % (BK / 4) * 4;
    float4 four = *reinterpret_cast<const float4*>(&a[row * n + column]);
    tile_a[(column + 0) * (BM + Pad) + row] = four.x;
    tile_a[(column + 1) * (BM + Pad) + row] = four.y;
    tile_a[(column + 2) * (BM + Pad) + row] = four.z;
    tile_a[(column + 3) * (BM + Pad) + row] = four.w;
  }
  for (int at = threadIdx.x; at < BK * BN / 4; at += Threads) {
    int row = at / (BN / 4), column = at % (BN / 4) * 4;
    *reinterpret_cast<float4*>(&tile_b[row * BN + column]) =
        *reinterpret_cast<const float4*>(&b[row * n + column]);
  }
}

// The same with loads and stores of 16 bytes.
template <int BM, int BN, int BK, int TM, int TN, int Pad>
__global__ void product_vector(int n, const float* a, const float* b, float* c) {
  __shared__ float tile_a[BK * (BM + Pad)];
  __shared__ float tile_b[BK * BN];
  constexpr int kBlockThreads = (BM / TM) * (BN / TN);
  int own_column = threadIdx.x % (BN / TN);
  int own_row = threadIdx.x / (BN / TN);
  a += blockIdx.y * BM * n;
  b += blockIdx.x * BN;
  c += blockIdx.y * BM * n + blockIdx.x * BN;
  float sums[TM * TN] = {0};
  float column[TM], row[TN];
  for (int from = 0; from < n; from += BK) {
    load_tiles<BM, BN, BK, kBlockThreads, Pad>(n, a, b, tile_a, tile_b);
    __syncthreads();
    a += BK;
    b += BK * n;
    for (int k = 0; k < BK; ++k) {
      for (int i = 0; i < TM; ++i)
        column[i] = tile_a[k * (BM + Pad) + own_row * TM + i];
      for (int j = 0; j < TN; ++j)
        row[j] = tile_b[k * BN + own_column * TN + j];
      for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
          sums[i * TN + j] += column[i] * row[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i) {
    for (int j = 0; j < TN; j += 4) {
      float4 four = make_float4(sums[i * TN + j], sums[i * TN + j + 1], sums[i * TN + j + 2],
                                sums[i * TN + j + 3]);
      *reinterpret_cast<float4*>(&c[(own_row * TM + i) * n + own_column * TN + j]) = four;
    }
  }
}

// The part of a warp's tile that a thread has: RM x RN squares of TM x TN, spread over the warp's
// tile so that lanes read neighbouring banks.
template <int BM, int BN, int BK, int WM, int WN, int RN, int TM, int TN>
struct WarpTile {
  static constexpr int kThreadsOfBlock = BM / WM * (BN / WN) * 32;
  static constexpr int kRowsApart = WM * WN / (32 * TM * TN * RN);  // RM
  static constexpr int kSubM = WM / kRowsApart;
  static constexpr int kSubN = WN / RN;

  float sums[kRowsApart * TM * RN * TN] = {0};
  float column[kRowsApart * TM];
  float row[RN * TN];
  int warp_row, warp_column, lane_row, lane_column;

  __device__ WarpTile() {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    warp_row = warp / (BN / WN);
    warp_column = warp % (BN / WN);
    lane_row = lane / (kSubN / TN);
    lane_column = lane % (kSubN / TN);
  }

  __device__ void multiply(const float* tile_a, const float* tile_b) {
    for (int k = 0; k < BK; ++k) {
      for (int r = 0; r < kRowsApart; ++r)
        for (int i = 0; i < TM; ++i)
          column[r * TM + i] = tile_a[k * BM + warp_row * WM + r * kSubM + lane_row * TM + i];
      for (int q = 0; q < RN; ++q)
        for (int j = 0; j < TN; ++j)
          row[q * TN + j] = tile_b[k * BN + warp_column * WN + q * kSubN + lane_column * TN + j];
      for (int r = 0; r < kRowsApart; ++r)
        for (int q = 0; q < RN; ++q)
          for (int i = 0; i < TM; ++i)
            for (int j = 0; j < TN; ++j)
              sums[(r * TM + i) * RN * TN + q * TN + j] += column[r * TM + i] * row[q * TN + j];
    }
  }

  __device__ void store(int n, float* c) {
    for (int r = 0; r < kRowsApart; ++r) {
      for (int q = 0; q < RN; ++q) {
        float* own = c + (warp_row * WM + r * kSubM + lane_row * TM) * n + warp_column * WN +
                     q * kSubN + lane_column * TN;
        for (int i = 0; i < TM; ++i) {
          for (int j = 0; j < TN; j += 4) {
            const float* s = &sums[(r * TM + i) * RN * TN + q * TN + j];
            *reinterpret_cast<float4*>(&own[i * n + j]) = make_float4(s[0], s[1], s[2], s[3]);
          }
        }
      }
    }
  }
};

// Warps have tiles of their own within the block's.
template <int BM, int BN, int BK, int WM, int WN, int RN, int TM, int TN>
__global__ void product_warp(int n, const float* a, const float* b, float* c) {
  using Tile = WarpTile<BM, BN, BK, WM, WN, RN, TM, TN>;
  __shared__ float tile_a[BK * BM];
  __shared__ float tile_b[BK * BN];
  a += blockIdx.y * BM * n;
  b += blockIdx.x * BN;
  Tile tile;
  for (int from = 0; from < n; from += BK) {
    load_tiles<BM, BN, BK, Tile::kThreadsOfBlock, 0>(n, a, b, tile_a, tile_b);
    __syncthreads();
    a += BK;
    b += BK * n;
    tile.multiply(tile_a, tile_b);
    __syncthreads();
  }
  tile.store(n, c + blockIdx.y * BM * n + blockIdx.x * BN);
}

// The next tiles are loaded while these are multiplied.
template <int BM, int BN, int BK, int WM, int WN, int RN, int TM, int TN>
__global__ void product_double(int n, const float* a, const float* b, float* c) {
  using Tile = WarpTile<BM, BN, BK, WM, WN, RN, TM, TN>;
  __shared__ float tile_a[2][BK * BM];
  __shared__ float tile_b[2][BK * BN];
  a += blockIdx.y * BM * n;
  b += blockIdx.x * BN;
  Tile tile;
  load_tiles<BM, BN, BK, Tile::kThreadsOfBlock, 0>(n, a, b, tile_a[0], tile_b[0]);
  __syncthreads();
  int now = 0;
  for (int from = BK; from < n; from += BK) {
    a += BK;
    b += BK * n;
    load_tiles<BM, BN, BK, Tile::kThreadsOfBlock, 0>(n, a, b, tile_a[1 - now], tile_b[1 - now]);
    tile.multiply(tile_a[now], tile_b[now]);
    __syncthreads();
    now = 1 - now;
  }
  tile.multiply(tile_a[now], tile_b[now]);
  tile.store(n, c + blockIdx.y * BM * n + blockIdx.x * BN);
}

int main() {
  const int n = 4096;
  const size_t bytes = size_t{n} * n * sizeof(float);
  float *a, *b, *c;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMemset(a, 0, bytes);
  cudaMemset(b, 0, bytes);
  dim3 square(n / 32, n / 32), threads(32, 32);
  product_naive<<<square, threads>>>(n, a, b, c);
  product_coalesced<<<square, threads>>>(n, a, b, c);
  product_shared<<<square, threads>>>(n, a, b, c);
  product_square<64, 64, 8, 8, 1><<<dim3(n / 64, n / 64), 512>>>(n, a, b, c);
  product_square<64, 64, 8, 4, 4><<<dim3(n / 64, n / 64), 256>>>(n, a, b, c);
  product_square<128, 128, 8, 8, 8><<<dim3(n / 128, n / 128), 256>>>(n, a, b, c);
  product_vector<128, 128, 8, 8, 8, 0><<<dim3(n / 128, n / 128), 256>>>(n, a, b, c);
  product_vector<128, 128, 16, 8, 8, 4><<<dim3(n / 128, n / 128), 256>>>(n, a, b, c);
  product_warp<64, 64, 16, 32, 32, 2, 4, 4><<<dim3(n / 64, n / 64), 128>>>(n, a, b, c);
  product_warp<128, 128, 16, 64, 64, 4, 8, 4><<<dim3(n / 128, n / 128), 128>>>(n, a, b, c);
  product_double<128, 128, 16, 64, 32, 2, 8, 4><<<dim3(n / 128, n / 128), 256>>>(n, a, b, c);
  return cudaDeviceSynchronize() == cudaSuccess ? EXIT_SUCCESS : EXIT_FAILURE;
}
