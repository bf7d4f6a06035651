#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define HANDLE(e) if ((e) != cudaSuccess) { fprintf(stderr, "cuda failed at %d\n", __LINE__); exit(1); }

/* 63-bit Morton key: 21 bits of each coordinate interleaved */
__device__ __forceinline__ uint64_t spread3(uint32_t v)
{
    uint64_t x = v & 0x1fffffu;
    x = (x | x << 32) & 0x1f00000000ffffull;
    x = (x | x << 16) & 0x1f0000ff0000ffull;
    x = (x | x << 8)  & 0x100f00f00f00f00full;
    x = (x | x << 4)  & 0x10c30c30c30c30c3ull;
    x = (x | x << 2)  & 0x1249249249249249ull;
    return x;
}

__global__ void morton_keys(const float *x, const float *y, const float *z, uint64_t *key, uint32_t *index, int n,
                            float x0, float y0, float z0, float scale)
{
    int i = 4 * (blockIdx.x * blockDim.x) + threadIdx.x;
    #pragma unroll
    for (int k = 0; k < 4; k++, i += blockDim.x) {
        if (i < n) {
            uint32_t ix = (uint32_t)((x[i] - x0) * scale);
            uint32_t iy = (uint32_t)((y[i] - y0) * scale);
            uint32_t iz = (uint32_t)((z[i] - z0) * scale);
            key[i] = spread3(ix) | spread3(iy) << 1 | spread3(iz) << 2;
            index[i] = i;
        }
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2000000;
    float *h = (float *)malloc(n * sizeof(float));
    float *c[3];
    uint64_t *key;
    uint32_t *index;
    for (int a = 0; a < 3; a++) {
        HANDLE(cudaMalloc(&c[a], n * sizeof(float)));
        for (int i = 0; i < n; i++) h[i] = (float)rand() / RAND_MAX * 10.0f - 5.0f;
        HANDLE(cudaMemcpy(c[a], h, n * sizeof(float), cudaMemcpyHostToDevice));
    }
    HANDLE(cudaMalloc(&key, n * sizeof(uint64_t)));
    HANDLE(cudaMalloc(&index, n * sizeof(uint32_t)));

    int blocks = (n + 1023) / 1024;
    morton_keys<<<blocks, 256>>>(c[0], c[1], c[2], key, index, n, -5.0f, -5.0f, -5.0f, 2097151.0f / 10.0f);
    HANDLE(cudaGetLastError());

    uint64_t k0;
    HANDLE(cudaMemcpy(&k0, key, sizeof(k0), cudaMemcpyDeviceToHost));
    printf("first key %016llx\n", (unsigned long long)k0);
    for (int a = 0; a < 3; a++) cudaFree(c[a]);
    cudaFree(key);
    cudaFree(index);
    free(h);
    return 0;
}
