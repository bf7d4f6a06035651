extern "C" __global__ void odd_even_step(int* a, int n, int phase) {
  const int left = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + phase;
  if (left + 1 < n && a[left] > a[left + 1]) {
    const int t = a[left];
    a[left] = a[left + 1];
    a[left + 1] = t;
  }
}
