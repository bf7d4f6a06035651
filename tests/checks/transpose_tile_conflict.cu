#define DIM 32
// The tile has no padding, so that the column reads collide in one bank.
extern "C" __global__ void transpose_tile_conflict(const float* in, float* out, int n) {
  __shared__ float tile[DIM][DIM];
  int x = blockIdx.x * DIM + threadIdx.x;
  int y = blockIdx.y * DIM + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * DIM + threadIdx.x;
  y = blockIdx.x * DIM + threadIdx.y;
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
