extern "C" __global__ void prime_trial_division(unsigned char* is_prime, unsigned first, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const unsigned n = first + i;
  bool prime = n > 1;
  for (unsigned d = 2; d * d <= n; ++d) {
    if (n % d == 0) {
      prime = false;
      break;
    }
  }
  is_prime[i] = prime;
}
