// base ^ exponent modulo a 31-bit number, by squaring; the exponent decides the branches.
extern "C" __global__ void modular_power(const unsigned* base, const unsigned* exponent, unsigned* result, unsigned modulus,
                                         int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long b = base[i] % modulus, r = 1;
  unsigned e = exponent[i];
  while (e) {
    if (e & 1u) r = r * b % modulus;
    b = b * b % modulus;
    e >>= 1;
  }
  result[i] = (unsigned)r;
}
