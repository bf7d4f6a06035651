#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* 30-bit Morton codes for a linear BVH build. Four points a thread: x, y and z are kept in
 * separate arrays and read as float4; codes leave as uint4. */

static __device__ uint32_t part1by2(uint32_t v)
{
    v &= 0x3ff;
    v = (v | v << 16) & 0x030000ff;
    v = (v | v << 8) & 0x0300f00f;
    v = (v | v << 4) & 0x030c30c3;
    v = (v | v << 2) & 0x09249249;
    return v;
}

static __device__ uint32_t code(float x, float y, float z)
{
    uint32_t i = (uint32_t)fminf(fmaxf(x * 1024.f, 0.f), 1023.f);
    uint32_t j = (uint32_t)fminf(fmaxf(y * 1024.f, 0.f), 1023.f);
    uint32_t k = (uint32_t)fminf(fmaxf(z * 1024.f, 0.f), 1023.f);
    return part1by2(i) | part1by2(j) << 1 | part1by2(k) << 2;
}

__global__ void morton4(const float4 *__restrict__ xs, const float4 *__restrict__ ys,
                        const float4 *__restrict__ zs, uint4 *__restrict__ codes, int quads)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q < quads) {
        float4 x = xs[q], y = ys[q], z = zs[q];
        codes[q] = make_uint4(code(x.x, y.x, z.x), code(x.y, y.y, z.y),
                              code(x.z, y.z, z.z), code(x.w, y.w, z.w));
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4 << 20;
    n &= ~3;

    float *host[3], *dev[3];
    for (int a = 0; a < 3; a++) {
        host[a] = (float *)malloc(n * sizeof(float));
        cudaMalloc((void **)&dev[a], n * sizeof(float));
        for (int i = 0; i < n; i++)
            host[a][i] = rand() / (RAND_MAX + 1.0f);
        cudaMemcpy(dev[a], host[a], n * sizeof(float), cudaMemcpyHostToDevice);
    }
    uint4 *d_codes;
    cudaMalloc((void **)&d_codes, n * sizeof(uint32_t));

    int quads = n / 4;
    morton4<<<(quads + 255) / 256, 256>>>((float4 *)dev[0], (float4 *)dev[1], (float4 *)dev[2], d_codes, quads);

    uint32_t *codes = (uint32_t *)malloc(n * sizeof(uint32_t));
    cudaMemcpy(codes, d_codes, n * sizeof(uint32_t), cudaMemcpyDeviceToHost);
    printf("first codes %08x %08x %08x\n", codes[0], codes[1], codes[2]);
    for (int a = 0; a < 3; a++) {
        cudaFree(dev[a]);
        free(host[a]);
    }
    cudaFree(d_codes);
    free(codes);
    return 0;
}
