#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Voxel-grid downsampling. Every point finds (or claims) the slot of its voxel in an open
 * addressing table and adds itself to the slot's sums; centroids are read off later. */

#define TABLE_BITS 20
#define TABLE_SIZE (1u << TABLE_BITS)
#define EMPTY 0xffffffffu

typedef struct {
    unsigned *key;
    float *sx, *sy, *sz;
    int *count;
} voxel_table;

__device__ unsigned voxel_key(float x, float y, float z, float inv)
{
    unsigned i = (unsigned)(x * inv) & 1023u;
    unsigned j = (unsigned)(y * inv) & 1023u;
    unsigned k = (unsigned)(z * inv) & 1023u;
    return i | j << 10 | k << 20;
}

__global__ void insert_points(const float3 *pts, int n, float inv, voxel_table t)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float3 p = pts[i];
    unsigned key = voxel_key(p.x, p.y, p.z, inv);
    unsigned slot = (key * 2654435769u) >> (32 - TABLE_BITS);

    for (int probe = 0; probe < 64; probe++) {
        unsigned old = atomicCAS(&t.key[slot], EMPTY, key);
        if (old == EMPTY || old == key) {
            atomicAdd(&t.sx[slot], p.x);
            atomicAdd(&t.sy[slot], p.y);
            atomicAdd(&t.sz[slot], p.z);
            atomicAdd(&t.count[slot], 1);
            return;
        }
        slot = (slot + 1) & (TABLE_SIZE - 1);
    }
}

int main()
{
    int n = 500000;
    float3 *pts = (float3 *)malloc(n * sizeof(float3));
    for (int i = 0; i < n; i++) {
        pts[i].x = 40.0f * rand() / (RAND_MAX + 1.0f);
        pts[i].y = 40.0f * rand() / (RAND_MAX + 1.0f);
        pts[i].z = 3.0f * rand() / (RAND_MAX + 1.0f);
    }
    float3 *d_pts;
    voxel_table t;
    cudaMalloc((void **)&d_pts, n * sizeof(float3));
    cudaMalloc((void **)&t.key, TABLE_SIZE * sizeof(unsigned));
    cudaMalloc((void **)&t.sx, TABLE_SIZE * sizeof(float));
    cudaMalloc((void **)&t.sy, TABLE_SIZE * sizeof(float));
    cudaMalloc((void **)&t.sz, TABLE_SIZE * sizeof(float));
    cudaMalloc((void **)&t.count, TABLE_SIZE * sizeof(int));
    cudaMemcpy(d_pts, pts, n * sizeof(float3), cudaMemcpyHostToDevice);
    cudaMemset(t.key, 0xff, TABLE_SIZE * sizeof(unsigned));
    cudaMemset(t.sx, 0, TABLE_SIZE * sizeof(float));
    cudaMemset(t.sy, 0, TABLE_SIZE * sizeof(float));
    cudaMemset(t.sz, 0, TABLE_SIZE * sizeof(float));
    cudaMemset(t.count, 0, TABLE_SIZE * sizeof(int));

    insert_points<<<(n + 255) / 256, 256>>>(d_pts, n, 1.0f / 0.25f, t);

    int *count = (int *)malloc(TABLE_SIZE * sizeof(int));
    cudaMemcpy(count, t.count, TABLE_SIZE * sizeof(int), cudaMemcpyDeviceToHost);
    int used = 0, total = 0;
    for (unsigned s = 0; s < TABLE_SIZE; s++) {
        used += count[s] > 0;
        total += count[s];
    }
    printf("%d points in %d voxels\n", total, used);
    return 0;
}
