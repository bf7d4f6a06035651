// A matrix is transposed. Its predicted time stands above the kernel; it changes as you type.
//
// Try: in the last line of the kernel, neighbouring threads write `rows` elements apart. Exchange
// the two indices, out[y * columns + x] = in[x * rows + y], and see that reading apart costs less
// than writing apart. Then make ROWS a thousand times smaller, or click the line above the kernel.

constexpr int ROWS = 4096;
constexpr int COLUMNS = 4096;

__global__ void transpose(float* out, const float* in, int rows, int columns) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows) out[x * rows + y] = in[y * columns + x];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, sizeof(float) * ROWS * COLUMNS);
  cudaMalloc(&out, sizeof(float) * ROWS * COLUMNS);

  const dim3 block(32, 8);
  const dim3 grid((COLUMNS + block.x - 1) / block.x, (ROWS + block.y - 1) / block.y);
  transpose<<<grid, block>>>(out, in, ROWS, COLUMNS);

  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
