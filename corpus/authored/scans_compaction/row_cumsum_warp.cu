#include <cuda_runtime.h>
#include <cstdint>
#include <cstdlib>
#include <iostream>

// First half of a summed-area table: running sums along the rows of an 8-bit
// frame. A warp runs along its row 32 pixels at a time and carries the total.

static const int kWidth = 3840;
static const int kHeight = 2160;

__global__ void rowPrefix(const uint8_t* img, uint32_t* sat, int width, int height)
{
  int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
  int lane = threadIdx.x & 31;
  if (row >= height) return;

  img += (size_t)row * width;
  sat += (size_t)row * width;
  uint32_t carry = 0;
  for (int x = lane; x < width; x += 32) {     // width is a multiple of 32
    uint32_t v = img[x];
    for (int d = 1; d < 32; d *= 2) {
      uint32_t t = __shfl_up_sync(0xffffffff, v, d);
      if (lane >= d) v += t;
    }
    sat[x] = v + carry;
    carry += __shfl_sync(0xffffffff, v, 31);
  }
}

int main()
{
  uint8_t* frame = (uint8_t*)malloc(kWidth * kHeight);
  for (int y = 0; y < kHeight; y++)
    for (int x = 0; x < kWidth; x++)
      frame[y * kWidth + x] = (uint8_t)((x * 3 + y * 5) & 0xff);

  uint8_t* d_frame;
  uint32_t* d_sat;
  cudaMalloc(&d_frame, kWidth * kHeight);
  cudaMalloc(&d_sat, kWidth * kHeight * sizeof(uint32_t));
  cudaMemcpy(d_frame, frame, kWidth * kHeight, cudaMemcpyHostToDevice);

  rowPrefix<<<(kHeight + 3) / 4, 128>>>(d_frame, d_sat, kWidth, kHeight);

  uint32_t sum0;
  cudaMemcpy(&sum0, d_sat + kWidth - 1, sizeof(sum0), cudaMemcpyDeviceToHost);
  uint32_t check = 0;
  for (int x = 0; x < kWidth; x++) check += frame[x];
  std::cout << (sum0 == check ? "row 0 ok" : "row 0 WRONG") << std::endl;
  cudaFree(d_frame);
  cudaFree(d_sat);
  free(frame);
}
