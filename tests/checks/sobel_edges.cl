__kernel void sobel_edges(__global const uchar* img, __global uchar* edge, int w, int h) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x <= 0 || y <= 0 || x >= w - 1 || y >= h - 1) return;
#define PIX(dx, dy) ((int)img[(y + (dy)) * w + x + (dx)])
  int gx = PIX(1, -1) + 2 * PIX(1, 0) + PIX(1, 1) - PIX(-1, -1) - 2 * PIX(-1, 0) - PIX(-1, 1);
  int gy = PIX(-1, 1) + 2 * PIX(0, 1) + PIX(1, 1) - PIX(-1, -1) - 2 * PIX(0, -1) - PIX(1, -1);
  float mag = sqrt((float)(gx * gx + gy * gy));
  edge[y * w + x] = mag > 255.0f ? 255 : (uchar)mag;
}
