__kernel void transpose_naive(__global float* odata, __global const float* idata, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x < width && y < height) odata[x * height + y] = idata[y * width + x];
}
