#include <stdio.h>
#include <stdlib.h>

#define PRECISION 12

__constant__ char base32[33] = "0123456789bcdefghjkmnpqrstuvwxyz";

__global__ void geohash(const float *lat, const float *lon, char *codes, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double loLat = -90, hiLat = 90, loLon = -180, hiLon = 180;
    double y = lat[i], x = lon[i];
    int even = 1;
    for (int c = 0; c < PRECISION; c++) {
      int bits = 0;
      for (int b = 0; b < 5; b++) {
        bits <<= 1;
        if (even) {
          double mid = (loLon + hiLon) / 2;
          if (x >= mid) { bits |= 1; loLon = mid; } else hiLon = mid;
        } else {
          double mid = (loLat + hiLat) / 2;
          if (y >= mid) { bits |= 1; loLat = mid; } else hiLat = mid;
        }
        even = !even;
      }
      codes[i * PRECISION + c] = base32[bits];
    }
  }
}

int main()
{
  int n = 1000000;
  float *lat = (float *)malloc(n * sizeof(float));
  float *lon = (float *)malloc(n * sizeof(float));
  char *codes = (char *)malloc(n * PRECISION);
  for (int i = 0; i < n; i++) {
    lat[i] = -80.0f + 160.0f * rand() / RAND_MAX;
    lon[i] = -180.0f + 360.0f * rand() / RAND_MAX;
  }
  float *dLat, *dLon;
  char *dCodes;
  cudaMalloc(&dLat, n * sizeof(float));
  cudaMalloc(&dLon, n * sizeof(float));
  cudaMalloc(&dCodes, n * PRECISION);
  cudaMemcpy(dLat, lat, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dLon, lon, n * sizeof(float), cudaMemcpyHostToDevice);

  geohash<<<(n + 255) / 256, 256>>>(dLat, dLon, dCodes, n);
  cudaMemcpy(codes, dCodes, n * PRECISION, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 5; i++)
    printf("%8.4f %9.4f %.12s\n", lat[i], lon[i], codes + i * PRECISION);
  return 0;
}
