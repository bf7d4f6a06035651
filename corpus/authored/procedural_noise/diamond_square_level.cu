#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * Midpoint-displacement terrain. Two kernels per level: the diamond step fills the centres
 * of the squares of side `step`, the square step the middles of their sides.
 */

static const int N = 1025;      /* 2^10 + 1 */

__device__ float jitter(int x, int y, unsigned seed)
{
    unsigned h = (x * 0x9e3779b1u) ^ (y * 0x85ebca77u) ^ seed;
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    h ^= h >> 16;
    return h / 2147483648.0f - 1.0f;
}

__global__ void diamond(float *map, int n, int step, float rough, unsigned seed)
{
    int half = step / 2;
    int x = (blockIdx.x * blockDim.x + threadIdx.x) * step + half;
    int y = (blockIdx.y * blockDim.y + threadIdx.y) * step + half;
    if (x >= n || y >= n) return;
    float mean = 0.25f * (map[(y - half) * n + x - half] + map[(y - half) * n + x + half] +
                          map[(y + half) * n + x - half] + map[(y + half) * n + x + half]);
    map[y * n + x] = mean + rough * jitter(x, y, seed);
}

__global__ void square(float *map, int n, int step, float rough, unsigned seed)
{
    int half = step / 2;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int y = row * half;
    int x = (blockIdx.x * blockDim.x + threadIdx.x) * step + ((row & 1) ? 0 : half);
    if (x >= n || y >= n) return;
    float sum = 0.0f;
    int cnt = 0;
    if (x >= half)    { sum += map[y * n + x - half]; cnt++; }
    if (x + half < n) { sum += map[y * n + x + half]; cnt++; }
    if (y >= half)    { sum += map[(y - half) * n + x]; cnt++; }
    if (y + half < n) { sum += map[(y + half) * n + x]; cnt++; }
    map[y * n + x] = sum / cnt + rough * jitter(x, y, seed + 1);
}

int main(void)
{
    size_t bytes = (size_t)N * N * sizeof(float);
    float *map = (float *)calloc((size_t)N * N, sizeof(float));
    map[0] = 0.2f;
    map[N - 1] = 0.6f;
    map[(N - 1) * N] = 0.4f;
    map[N * N - 1] = 0.1f;

    float *d_map;
    cudaMalloc((void **)&d_map, bytes);
    cudaMemcpy(d_map, map, bytes, cudaMemcpyHostToDevice);

    float rough = 0.5f;
    for (int step = N - 1; step > 1; step /= 2) {
        int squares = (N - 1) / step;
        dim3 tb(16, 16);
        diamond<<<dim3((squares + 15) / 16, (squares + 15) / 16), tb>>>(d_map, N, step, rough, 77u);
        square<<<dim3((squares + 16) / 16, (2 * squares + 16) / 16), tb>>>(d_map, N, step, rough, 77u);
        rough *= 0.55f;
    }
    cudaMemcpy(map, d_map, bytes, cudaMemcpyDeviceToHost);

    float lo = map[0], hi = map[0];
    for (int i = 0; i < N * N; i++) {
        lo = fminf(lo, map[i]);
        hi = fmaxf(hi, map[i]);
    }
    printf("heights from %.3f to %.3f\n", lo, hi);
    cudaFree(d_map);
    free(map);
    return 0;
}
