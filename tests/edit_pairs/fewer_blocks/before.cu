#include <cstdio>
#include <cstdlib>

#define BLOCKS 1056

__global__ void waveform(const float* phase, float* sample, int n)
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float p = phase[i];
    float saw = p - floorf(p);
    sample[i] = saw * saw * (3.0f - 2.0f * saw);
  }
}

int main()
{
  const int n = 3000000;
  float* h = (float*)malloc(n * sizeof(float));
  for (int i = 0; i < n; ++i) h[i] = (i % 4410) * 0.01f;
  float *phase, *sample;
  cudaMalloc((void**)&phase, n * sizeof(float));
  cudaMalloc((void**)&sample, n * sizeof(float));
  cudaMemcpy(phase, h, n * sizeof(float), cudaMemcpyHostToDevice);
  for (int r = 0; r < 5; ++r) waveform<<<BLOCKS, 256>>>(phase, sample, n);
  cudaMemcpy(h, sample, n * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += h[i];
  printf("%.7g\n", sum);
  free(h);
}
