#include <cstdio>
#include <vector>

__global__ void downsample(const float* in, float* out, int w)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  const float* p = in + 2 * y * 2 * w + 2 * x;
  float top = (p[0] + p[1]) / 2.0f;
  float bottom = (p[2 * w] + p[2 * w + 1]) / 2.0f;
  out[y * w + x] = (top + bottom) / 2.0f;
}

int main()
{
  const int w = 2048, h = 2048;
  std::vector<float> img(4 * w * h);
  for (int i = 0; i < 4 * w * h; ++i) img[i] = i % 256;
  float *in, *out;
  cudaMalloc(&in, 4 * w * h * sizeof(float));
  cudaMalloc(&out, w * h * sizeof(float));
  cudaMemcpy(in, img.data(), 4 * w * h * sizeof(float), cudaMemcpyHostToDevice);
  for (int r = 0; r < 5; ++r)
    downsample<<<dim3(w / 32, h / 8), dim3(32, 8)>>>(in, out, w);
  cudaMemcpy(img.data(), out, w * h * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < w * h; ++i) sum += img[i];
  printf("%.9g\n", sum);
}
