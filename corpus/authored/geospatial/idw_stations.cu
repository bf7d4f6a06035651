#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Inverse distance weighting (power 2) of weather stations onto a raster. The block walks over
// the stations in chunks kept in shared memory; each thread owns two raster cells.
constexpr int CHUNK = 256;

struct Station { float x, y, value; };

__global__ void idw(const Station* __restrict__ stations, int count, float* __restrict__ raster,
                    int width, int height, float cell)
{
  __shared__ float sx[CHUNK], sy[CHUNK], sv[CHUNK];
  const int col = blockIdx.x * 32 + threadIdx.x;
  const int rowA = blockIdx.y * 16 + threadIdx.y;
  const int rowB = rowA + 8;
  const int tid = threadIdx.y * 32 + threadIdx.x;
  const float px = col * cell, pyA = rowA * cell, pyB = rowB * cell;

  float numA = 0, denA = 0, numB = 0, denB = 0;
  for (int base = 0; base < count; base += CHUNK) {
    const int m = min(CHUNK, count - base);
    if (tid < m) {
      const Station s = stations[base + tid];
      sx[tid] = s.x;
      sy[tid] = s.y;
      sv[tid] = s.value;
    }
    __syncthreads();
    for (int k = 0; k < m; ++k) {
      const float dx = px - sx[k];
      const float a = pyA - sy[k], b = pyB - sy[k];
      const float wA = __fdividef(1.0f, dx * dx + a * a + 1e-3f);
      const float wB = __fdividef(1.0f, dx * dx + b * b + 1e-3f);
      numA += wA * sv[k]; denA += wA;
      numB += wB * sv[k]; denB += wB;
    }
    __syncthreads();
  }
  if (col < width && rowA < height) raster[rowA * width + col] = numA / denA;
  if (col < width && rowB < height) raster[rowB * width + col] = numB / denB;
}

int main()
{
  const int width = 900, height = 600, count = 2000;
  std::vector<Station> st(count);
  for (int i = 0; i < count; ++i) {
    st[i].x = (i * 7919 % 9000) * 0.1f;
    st[i].y = (i * 104729 % 6000) * 0.1f;
    st[i].value = 15.0f + (i % 37) * 0.3f;
  }
  Station* dSt;
  float* dRaster;
  cudaMalloc(&dSt, count * sizeof(Station));
  cudaMalloc(&dRaster, width * height * sizeof(float));
  cudaMemcpy(dSt, st.data(), count * sizeof(Station), cudaMemcpyHostToDevice);
  idw<<<dim3((width + 31) / 32, (height + 15) / 16), dim3(32, 8)>>>(dSt, count, dRaster, width, height, 1.0f);
  std::vector<float> raster(width * height);
  cudaMemcpy(raster.data(), dRaster, raster.size() * sizeof(float), cudaMemcpyDeviceToHost);
  double mean = 0;
  for (float v : raster) mean += v;
  printf("mean temperature %.3f\n", mean / raster.size());
  return 0;
}
