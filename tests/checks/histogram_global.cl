__kernel void histogram_global(__global const uchar* pixels, __global uint* bins, int n) {
  int i = get_global_id(0);
  int stride = get_global_size(0);
  while (i < n) {
    atomic_inc(&bins[pixels[i]]);
    i += stride;
  }
}
