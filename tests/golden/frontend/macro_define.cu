// kcast: -D WIDTH=640 -D HEIGHT=360 -D USE_DOUBLE
// Sizes come from the build's macros.
#ifndef WIDTH
#define WIDTH 16
#define HEIGHT 16
#endif
#ifdef USE_DOUBLE
typedef double real;
#else
typedef float real;
#endif

__global__ void gradient(const real* in, real* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x + 1 < WIDTH && y < HEIGHT) out[y * WIDTH + x] = in[y * WIDTH + x + 1] - in[y * WIDTH + x];
}

int main() {
  real *in, *out;
  cudaMalloc(&in, sizeof(real) * WIDTH * HEIGHT);
  cudaMalloc(&out, sizeof(real) * WIDTH * HEIGHT);
  const dim3 threads(32, 8, 1), blocks(WIDTH / 32, HEIGHT / 8, 1);
  gradient<<<blocks, threads>>>(in, out);
}
