#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

/*
 * First stage of DBSCAN: how many points lie within eps of each point, and is
 * that enough for a core point. Two points a thread, tiles of 256 in shared
 * memory, inner loop unrolled by 8.
 */
#define N_POINTS  12000
#define TILE_SZ   256
#define MIN_PTS   12

__global__ void __launch_bounds__(TILE_SZ)
core_points(const float2 *__restrict__ pt, float eps2, int *__restrict__ n_neigh, unsigned char *__restrict__ is_core)
{
    __shared__ float2 tile[TILE_SZ];
    const int i0 = blockIdx.x * 2 * TILE_SZ + threadIdx.x;
    const int i1 = i0 + TILE_SZ;
    const float2 far = make_float2(1e18f, 1e18f);
    const float2 p0 = i0 < N_POINTS ? pt[i0] : far;
    const float2 p1 = i1 < N_POINTS ? pt[i1] : far;
    int c0 = 0, c1 = 0;

    for (int base = 0; base < N_POINTS; base += TILE_SZ) {
        const int j = base + threadIdx.x;
        tile[threadIdx.x] = j < N_POINTS ? pt[j] : make_float2(-1e18f, -1e18f);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < TILE_SZ; ++k) {
            const float2 q = tile[k];
            const float ax = p0.x - q.x, ay = p0.y - q.y;
            const float bx = p1.x - q.x, by = p1.y - q.y;
            c0 += ax * ax + ay * ay <= eps2;
            c1 += bx * bx + by * by <= eps2;
        }
        __syncthreads();
    }
    if (i0 < N_POINTS) {
        n_neigh[i0] = c0;
        is_core[i0] = c0 >= MIN_PTS;
    }
    if (i1 < N_POINTS) {
        n_neigh[i1] = c1;
        is_core[i1] = c1 >= MIN_PTS;
    }
}

int main()
{
    float2 *pts = (float2 *)malloc(N_POINTS * sizeof(float2));
    for (int i = 0; i < N_POINTS; i++) {
        float cx = (i % 8) * 10.0f, cy = (i % 3) * 10.0f;      /* 24 clouds */
        pts[i].x = cx + 3.0f * rand() / RAND_MAX;
        pts[i].y = cy + 3.0f * rand() / RAND_MAX;
    }

    float2 *d_pts;
    int *d_cnt;
    unsigned char *d_core;
    cudaMalloc((void **)&d_pts, N_POINTS * sizeof(float2));
    cudaMalloc((void **)&d_cnt, N_POINTS * sizeof(int));
    cudaMalloc((void **)&d_core, N_POINTS);
    cudaMemcpy(d_pts, pts, N_POINTS * sizeof(float2), cudaMemcpyHostToDevice);

    const float eps = 0.25f;
    core_points<<<(N_POINTS + 2 * TILE_SZ - 1) / (2 * TILE_SZ), TILE_SZ>>>(d_pts, eps * eps, d_cnt, d_core);

    unsigned char *core = (unsigned char *)malloc(N_POINTS);
    cudaMemcpy(core, d_core, N_POINTS, cudaMemcpyDeviceToHost);
    int total = 0;
    for (int i = 0; i < N_POINTS; i++)
        total += core[i];
    printf("core points: %d\n", total);
    cudaFree(d_pts);
    cudaFree(d_cnt);
    cudaFree(d_core);
    free(pts);
    free(core);
    return 0;
}
