#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

// Quasi-RNN fo-pooling: c = f*c + (1-f)*z, h = o*c, with the gates already squashed.
// Four channels a thread; the next step's gates are requested before they are needed.

#define BATCH 16
#define STEPS 128
#define CH4 256                  // 1024 channels

__global__ void foPool(const float4* __restrict__ z, const float4* __restrict__ f,
                       const float4* __restrict__ o, float4* __restrict__ h)
{
    const int c = blockIdx.x * blockDim.x + threadIdx.x;
    size_t at = (size_t)blockIdx.y * STEPS * CH4 + c;
    float4 cell = make_float4(0.f, 0.f, 0.f, 0.f);
    float4 zt = z[at], ft = f[at], ot = o[at];

    for (int t = 0; t < STEPS; ++t)
    {
        float4 zn = zt, fn = ft, on = ot;
        if (t + 1 < STEPS)
        {
            zn = z[at + CH4];
            fn = f[at + CH4];
            on = o[at + CH4];
        }
        cell.x = zt.x + ft.x * (cell.x - zt.x);
        cell.y = zt.y + ft.y * (cell.y - zt.y);
        cell.z = zt.z + ft.z * (cell.z - zt.z);
        cell.w = zt.w + ft.w * (cell.w - zt.w);
        h[at] = make_float4(ot.x * cell.x, ot.y * cell.y, ot.z * cell.z, ot.w * cell.w);
        at += CH4;
        zt = zn;
        ft = fn;
        ot = on;
    }
}

int main()
{
    const size_t n = (size_t)BATCH * STEPS * CH4 * 4;
    float* host = (float*)malloc(n * sizeof(float));
    float4* dev[4];
    for (int g = 0; g < 4; ++g)
        cudaMalloc((void**)&dev[g], n * sizeof(float));

    for (size_t i = 0; i < n; ++i) host[i] = (i % 200) * 0.01f - 1.0f;
    cudaMemcpy(dev[0], host, n * sizeof(float), cudaMemcpyHostToDevice);
    for (size_t i = 0; i < n; ++i) host[i] = 0.5f + (i % 50) * 0.009f;
    cudaMemcpy(dev[1], host, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dev[2], host, n * sizeof(float), cudaMemcpyHostToDevice);

    dim3 grid(CH4 / 64, BATCH);
    foPool<<<grid, 64>>>(dev[0], dev[1], dev[2], dev[3]);
    cudaMemcpy(host, dev[3], n * sizeof(float), cudaMemcpyDeviceToHost);

    double sum = 0;
    for (size_t i = 0; i < n; ++i) sum += host[i];
    printf("checksum %.4f\n", sum);
    for (int g = 0; g < 4; ++g) cudaFree(dev[g]);
    free(host);
    return 0;
}
