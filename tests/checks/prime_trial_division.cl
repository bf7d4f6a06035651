__kernel void prime_trial_division(__global uchar* is_prime, uint first, int count) {
  const int i = get_global_id(0);
  if (i >= count) return;
  const uint n = first + i;
  bool prime = n > 1;
  for (uint d = 2; d * d <= n; ++d) {
    if (n % d == 0) {
      prime = false;
      break;
    }
  }
  is_prime[i] = prime;
}
