__kernel void odd_even_step(__global int* a, int n, int phase) {
  const int left = 2 * (int)get_global_id(0) + phase;
  if (left + 1 < n && a[left] > a[left + 1]) {
    const int t = a[left];
    a[left] = a[left + 1];
    a[left + 1] = t;
  }
}
