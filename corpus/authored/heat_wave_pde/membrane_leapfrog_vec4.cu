#include <cstdio>
#include <cmath>
#include <cstdlib>
#include <cuda_runtime.h>

// vibrating membrane with fixed edges, width must be a multiple of 4
__global__ void membraneStep(const float4* __restrict__ now, float4* __restrict__ before,
                             int w4, int h, float c2)
{
    int qx = blockIdx.x * blockDim.x + threadIdx.x;
    int y  = blockIdx.y * blockDim.y + threadIdx.y;
    if (qx >= w4 || y == 0 || y >= h - 1) return;

    const float* row = (const float*)(now + (size_t)y * w4);
    float4 m = now[y * w4 + qx];
    float4 u = now[(y - 1) * w4 + qx];
    float4 d = now[(y + 1) * w4 + qx];
    float l = qx > 0 ? row[4 * qx - 1] : 0.0f;
    float r = qx < w4 - 1 ? row[4 * qx + 4] : 0.0f;
    float4 p = before[y * w4 + qx];

    float4 o;
    o.x = 2.0f * m.x - p.x + c2 * (l   + m.y + u.x + d.x - 4.0f * m.x);
    o.y = 2.0f * m.y - p.y + c2 * (m.x + m.z + u.y + d.y - 4.0f * m.y);
    o.z = 2.0f * m.z - p.z + c2 * (m.y + m.w + u.z + d.z - 4.0f * m.z);
    o.w = 2.0f * m.w - p.w + c2 * (m.z + r   + u.w + d.w - 4.0f * m.w);
    if (qx == 0) o.x = 0.0f;
    if (qx == w4 - 1) o.w = 0.0f;
    before[y * w4 + qx] = o;
}

int main(int argc, char** argv)
{
    const int W = 2048, H = 2048;
    int steps = argc > 1 ? atoi(argv[1]) : 20;
    float* host = new float[W * H];
    for (int y = 0; y < H; ++y)
        for (int x = 0; x < W; ++x)
            host[y * W + x] = sinf(3.14159265f * x / (W - 1)) * sinf(2.0f * 3.14159265f * y / (H - 1));

    float4 *u0, *u1;
    cudaMalloc(&u0, W * H * sizeof(float));
    cudaMalloc(&u1, W * H * sizeof(float));
    cudaMemcpy(u0, host, W * H * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(u1, host, W * H * sizeof(float), cudaMemcpyHostToDevice);

    cudaEvent_t t0, t1;
    cudaEventCreate(&t0);
    cudaEventCreate(&t1);
    dim3 block(64, 4);
    dim3 grid(W / 4 / 64, H / 4);
    cudaEventRecord(t0);
    for (int s = 0; s < steps; ++s) {
        membraneStep<<<grid, block>>>(u0, u1, W / 4, H, 0.25f);
        float4* tmp = u0; u0 = u1; u1 = tmp;
    }
    cudaEventRecord(t1);
    cudaEventSynchronize(t1);
    float ms;
    cudaEventElapsedTime(&ms, t0, t1);
    printf("%.3f ms per step, %.1f GB/s\n", ms / steps, 3.0 * W * H * 4 * steps / ms * 1e-6);

    cudaMemcpy(host, u0, W * H * sizeof(float), cudaMemcpyDeviceToHost);
    printf("centre quarter value %f\n", host[(H / 4) * W + W / 2]);
    cudaFree(u0); cudaFree(u1);
    delete[] host;
}
