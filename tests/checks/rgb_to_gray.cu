typedef unsigned char uchar_t;
extern "C" __global__ void rgb_to_gray(const uchar_t* rgb, uchar_t* gray, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    int pix = y * width + x;
    float r = rgb[3 * pix], g = rgb[3 * pix + 1], b = rgb[3 * pix + 2];
    gray[pix] = (uchar_t)(0.299f * r + 0.587f * g + 0.114f * b);
  }
}
