// Constants in braces that do not fit: nvcc warns, where the standard has an error.
__global__ void masks(unsigned* x) {
  const unsigned signs[2] = {-1180157528, 1};
  const unsigned char bytes[2] = {'a' - 'b', 300};
  x[threadIdx.x] = signs[threadIdx.x & 1] + bytes[threadIdx.x & 1];
}

int main() {
  unsigned* x;
  cudaMalloc(&x, 1024);
  masks<<<1, 256>>>(x);
}
