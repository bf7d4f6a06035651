__kernel void modular_power(__global const uint* base, __global const uint* exponent, __global uint* result, uint modulus,
                            int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  ulong b = base[i] % modulus, r = 1;
  uint e = exponent[i];
  while (e) {
    if (e & 1u) r = r * b % modulus;
    b = b * b % modulus;
    e >>= 1;
  }
  result[i] = (uint)r;
}
