// restrict is C's word, and taken in C++ as well.
void add(const float *restrict in, float *restrict out, int n) {
#pragma omp target teams distribute parallel for map(to : in[0 : n]) map(tofrom : out[0 : n])
  for (int i = 0; i < n; i++) out[i] += in[i];
}
