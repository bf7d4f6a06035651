#include <cuda_runtime.h>
#include <iostream>
#include <vector>

// Skinning palette: world[i] = pose[i] * inverseBind[i % bones]. Rows are
// float4; four neighbouring threads make one product.
struct alignas(16) Mat4 {
  float4 row[4];
};

__device__ inline float4 mad(float s, float4 v, float4 acc) {
  acc.x += s * v.x;
  acc.y += s * v.y;
  acc.z += s * v.z;
  acc.w += s * v.w;
  return acc;
}

__global__ void palette(const Mat4* __restrict__ pose, const Mat4* __restrict__ bind,
                        Mat4* __restrict__ world, int n, int bones) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = t / 4, r = t % 4;
  if (i >= n) return;

  const float4 p = pose[i].row[r];
  const Mat4& b = bind[i % bones];
  float4 acc = make_float4(0.f, 0.f, 0.f, 0.f);
  acc = mad(p.x, b.row[0], acc);
  acc = mad(p.y, b.row[1], acc);
  acc = mad(p.z, b.row[2], acc);
  acc = mad(p.w, b.row[3], acc);
  world[i].row[r] = acc;
}

int main() {
  const int n = 400000, bones = 80;
  std::vector<Mat4> pose(n), bind(bones);
  for (int i = 0; i < n; ++i)
    for (int r = 0; r < 4; ++r)
      pose[i].row[r] = make_float4(r == 0, r == 1, r == 2, 0.25f * (i % 4));
  for (int i = 0; i < bones; ++i)
    for (int r = 0; r < 4; ++r)
      bind[i].row[r] = make_float4(0.1f * r, 1.0f, 0.5f, r == 3);

  Mat4 *dPose, *dBind, *dWorld;
  cudaMalloc(&dPose, n * sizeof(Mat4));
  cudaMalloc(&dBind, bones * sizeof(Mat4));
  cudaMalloc(&dWorld, n * sizeof(Mat4));
  cudaMemcpy(dPose, pose.data(), n * sizeof(Mat4), cudaMemcpyHostToDevice);
  cudaMemcpy(dBind, bind.data(), bones * sizeof(Mat4), cudaMemcpyHostToDevice);

  palette<<<(4 * n + 255) / 256, 256>>>(dPose, dBind, dWorld, n, bones);

  Mat4 last;
  cudaMemcpy(&last, dWorld + n - 1, sizeof(Mat4), cudaMemcpyDeviceToHost);
  std::cout << last.row[0].x << ' ' << last.row[0].y << ' ' << last.row[3].w << '\n';
  cudaFree(dPose);
  cudaFree(dBind);
  cudaFree(dWorld);
}
