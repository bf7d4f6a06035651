__kernel void merge_path_rank(__global const int* needles, __global const int* sorted, __global int* rank, int n, int m) {
  int i = get_global_id(0);
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
