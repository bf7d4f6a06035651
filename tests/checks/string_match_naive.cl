__kernel void string_match_naive(__global const char* text, __global const char* pattern, __global int* found, int n, int m) {
  int i = get_global_id(0);
  if (i > n - m) return;
  int k = 0;
  while (k < m && text[i + k] == pattern[k]) ++k;
  found[i] = k == m;
}
