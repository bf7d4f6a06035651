__kernel void scale_grid_stride(__global float* restrict data, float factor, uint count) {
  const uint step = get_global_size(0);
  for (uint k = get_global_id(0); k < count; k += step) {
    data[k] *= factor;
  }
}
