// The rank of each element of one sorted run within another, by binary search.
extern "C" __global__ void merge_path_rank(const int* needles, const int* sorted, int* rank, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int key = needles[i], lo = 0, hi = m;
  while (lo < hi) {
    int mid = (lo + hi) >> 1;
    if (sorted[mid] < key)
      lo = mid + 1;
    else
      hi = mid;
  }
  rank[i] = lo;
}
