extern "C" __global__ void string_match_naive(const char* text, const char* pattern, int* found, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > n - m) return;
  int k = 0;
  while (k < m && text[i + k] == pattern[k]) ++k;
  found[i] = k == m;
}
