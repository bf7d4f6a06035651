__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

__kernel void brighten(__read_only image2d_t in, __write_only image2d_t out, float by) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  if (at.x >= get_image_width(in) || at.y >= get_image_height(in)) return;
  float4 c = read_imagef(in, nearest, at);
  write_imagef(out, at, c * by);
}
