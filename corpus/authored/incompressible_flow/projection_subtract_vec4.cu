#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
#include <chrono>

// u -= dt/rho grad p on a collocated grid; p has one ghost row above and below, x is clamped.
// 4 columns a thread, the x neighbours outside the quad come from the neighbouring lanes.

__global__ void subtract_gradient(float4* __restrict__ u, float4* __restrict__ v, const float4* __restrict__ p,
                                  int quads_per_row, int rows, float k)
{
    const int lane = threadIdx.x & 31;
    const int q = blockIdx.x * blockDim.x + threadIdx.x;      // rows are a multiple of 32 quads
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y >= rows) return;                                    // whole warps leave together

    const int at = (y + 1) * quads_per_row + q;
    const float4 c = p[at], up = p[at + quads_per_row], dn = p[at - quads_per_row];
    float left = __shfl_up_sync(0xffffffff, c.w, 1);
    float right = __shfl_down_sync(0xffffffff, c.x, 1);
    if (lane == 0)  left  = q > 0 ? p[at - 1].w : c.x;
    if (lane == 31) right = q < quads_per_row - 1 ? p[at + 1].x : c.w;

    const int o = y * quads_per_row + q;
    float4 a = u[o], b = v[o];
    a.x -= k * (c.y - left);  a.y -= k * (c.z - c.x);
    a.z -= k * (c.w - c.y);   a.w -= k * (right - c.z);
    b.x -= k * (up.x - dn.x); b.y -= k * (up.y - dn.y);
    b.z -= k * (up.z - dn.z); b.w -= k * (up.w - dn.w);
    u[o] = a;
    v[o] = b;
}

int main()
{
    const int width = 1920 + 128, height = 1080;
    std::vector<float> p(width * (height + 2)), zero(width * height, 0.f);
    for (int i = 0; i < width * (height + 2); ++i) p[i] = 0.001f * (i % 4096);

    float4 *du, *dv, *dp;
    cudaMalloc(&du, zero.size() * 4);
    cudaMalloc(&dv, zero.size() * 4);
    cudaMalloc(&dp, p.size() * 4);
    cudaMemcpy(du, zero.data(), zero.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dv, zero.data(), zero.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dp, p.data(), p.size() * 4, cudaMemcpyHostToDevice);

    auto t0 = std::chrono::steady_clock::now();
    subtract_gradient<<<dim3(width / 4 / 64, (height + 3) / 4), dim3(64, 4)>>>(du, dv, dp, width / 4, height, 0.05f);
    cudaDeviceSynchronize();
    auto us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - t0).count();

    cudaMemcpy(zero.data(), du, zero.size() * 4, cudaMemcpyDeviceToHost);
    std::printf("u[777] = %f (%.1f us with launch)\n", zero[777], us);
    cudaFree(du); cudaFree(dv); cudaFree(dp);
}
