#define TILE 32
#define ROWS 8
extern "C" __global__ void transpose_tile_padded(const float* __restrict__ src, float* __restrict__ dst, int cols,
                                                 int rows) {
  __shared__ float buf[TILE][TILE + 1];
  int c = blockIdx.x * TILE + threadIdx.x;
  int r = blockIdx.y * TILE + threadIdx.y;
  for (int k = 0; k < TILE; k += ROWS) {
    if (c < cols && r + k < rows) buf[threadIdx.y + k][threadIdx.x] = src[(size_t)(r + k) * cols + c];
  }
  __syncthreads();
  c = blockIdx.y * TILE + threadIdx.x;
  r = blockIdx.x * TILE + threadIdx.y;
  for (int k = 0; k < TILE; k += ROWS) {
    if (c < rows && r + k < cols) dst[(size_t)(r + k) * rows + c] = buf[threadIdx.x][threadIdx.y + k];
  }
}
