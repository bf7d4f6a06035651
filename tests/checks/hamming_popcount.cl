__kernel void hamming_popcount(__global const ulong* a, __global const ulong* b, __global int* distance, int n, int words) {
  int i = get_global_id(0);
  if (i < n) {
    int d = 0;
    for (int w = 0; w < words; ++w) d += (int)popcount(a[w * n + i] ^ b[w * n + i]);
    distance[i] = d;
  }
}
