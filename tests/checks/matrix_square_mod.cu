// One step of a matrix power over the integers modulo a prime.
extern "C" __global__ void matrix_square_mod(const unsigned int* m, unsigned int* sq, int n, unsigned int prime) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y;
  if (j >= n) return;
  unsigned long long total = 0;
  for (int k = 0; k < n; ++k) {
    total += (unsigned long long)m[i * n + k] * m[k * n + j] % prime;
  }
  sq[i * n + j] = (unsigned int)(total % prime);
}
