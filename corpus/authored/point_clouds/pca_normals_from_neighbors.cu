#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Surface normals from the covariance of 16 neighbours; the smallest eigenvector is found
// by power iteration on (trace * I - C).

static const int K = 16;

__global__ void estimateNormals(const float3* pts, const int* nbr, float3* normals, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;

  float mx = 0, my = 0, mz = 0;
  for (int k = 0; k < K; k++) {
    float3 p = pts[nbr[i * K + k]];
    mx += p.x; my += p.y; mz += p.z;
  }
  mx /= K; my /= K; mz /= K;

  float xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
  for (int k = 0; k < K; k++) {
    float3 p = pts[nbr[i * K + k]];
    float dx = p.x - mx, dy = p.y - my, dz = p.z - mz;
    xx += dx * dx; xy += dx * dy; xz += dx * dz;
    yy += dy * dy; yz += dy * dz; zz += dz * dz;
  }
  float tr = xx + yy + zz;
  float a = tr - xx, b = tr - yy, c = tr - zz;

  float vx = 0.3f, vy = 0.4f, vz = 0.866f;
  for (int it = 0; it < 12; it++) {
    float wx = a * vx - xy * vy - xz * vz;
    float wy = -xy * vx + b * vy - yz * vz;
    float wz = -xz * vx - yz * vy + c * vz;
    float s = rsqrtf(wx * wx + wy * wy + wz * wz + 1e-30f);
    vx = wx * s; vy = wy * s; vz = wz * s;
  }
  if (vz < 0) { vx = -vx; vy = -vy; vz = -vz; }      // face the sensor above
  normals[i] = make_float3(vx, vy, vz);
}

int main()
{
  const int side = 450, n = side * side;
  std::vector<float3> pts(n);
  for (int i = 0; i < n; i++)
    pts[i] = make_float3(0.1f * (i % side), 0.1f * (i / side), 0.02f * (i % side) + 0.001f * (i % 7));

  std::vector<int> nbr(n * K);
  for (int i = 0; i < n * K; i++) {
    int self = i / K, k = i % K;
    int x = self % side + k % 4 - 1, y = self / side + k / 4 - 1;
    x = x < 0 ? 0 : x >= side ? side - 1 : x;
    y = y < 0 ? 0 : y >= side ? side - 1 : y;
    nbr[i] = y * side + x;
  }

  float3 *dPts, *dNrm;
  int* dNbr;
  cudaMalloc(&dPts, n * sizeof(float3));
  cudaMalloc(&dNrm, n * sizeof(float3));
  cudaMalloc(&dNbr, n * K * sizeof(int));
  cudaMemcpy(dPts, pts.data(), n * sizeof(float3), cudaMemcpyHostToDevice);
  cudaMemcpy(dNbr, nbr.data(), n * K * sizeof(int), cudaMemcpyHostToDevice);
  estimateNormals<<<(n + 127) / 128, 128>>>(dPts, dNbr, dNrm, n);
  cudaMemcpy(pts.data(), dNrm, n * sizeof(float3), cudaMemcpyDeviceToHost);
  printf("normal of the middle point: %.3f %.3f %.3f\n", pts[n / 2].x, pts[n / 2].y, pts[n / 2].z);
  cudaFree(dPts);
  cudaFree(dNrm);
  cudaFree(dNbr);
  return 0;
}
