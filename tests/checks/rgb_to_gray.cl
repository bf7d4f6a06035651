__kernel void rgb_to_gray(__global const uchar* rgb, __global uchar* gray, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x < width && y < height) {
    int pix = y * width + x;
    float r = rgb[3 * pix], g = rgb[3 * pix + 1], b = rgb[3 * pix + 2];
    gray[pix] = (uchar)(0.299f * r + 0.587f * g + 0.114f * b);
  }
}
