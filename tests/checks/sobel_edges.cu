extern "C" __global__ void sobel_edges(const unsigned char* img, unsigned char* edge, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= 0 || y <= 0 || x >= w - 1 || y >= h - 1) return;
#define PIX(dx, dy) ((int)img[(y + (dy)) * w + x + (dx)])
  int gx = PIX(1, -1) + 2 * PIX(1, 0) + PIX(1, 1) - PIX(-1, -1) - 2 * PIX(-1, 0) - PIX(-1, 1);
  int gy = PIX(-1, 1) + 2 * PIX(0, 1) + PIX(1, 1) - PIX(-1, -1) - 2 * PIX(0, -1) - PIX(1, -1);
  float mag = sqrtf((float)(gx * gx + gy * gy));
  edge[y * w + x] = mag > 255.0f ? 255 : (unsigned char)mag;
}
