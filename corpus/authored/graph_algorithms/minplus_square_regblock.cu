#include <cstdio>
#include <cstdlib>
#include <cfloat>
#include <cuda_runtime.h>

// Repeated squaring in the (min,+) semiring gives all-pairs shortest paths.
// 64x64 tile per block, 16x16 threads, 4x4 results each.
#define TILE 64
#define KSTEP 16

__global__ void minplus(const float *A, const float *B, float *C, int n)
{
    __shared__ float sa[KSTEP][TILE + 1];
    __shared__ float sb[KSTEP][TILE];

    int tx = threadIdx.x, ty = threadIdx.y;
    int tid = ty * 16 + tx;
    int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;

    float best[4][4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            best[i][j] = FLT_MAX;

    for (int k0 = 0; k0 < n; k0 += KSTEP) {
        for (int t = tid; t < TILE * KSTEP; t += 256) {
            int r = t / KSTEP, k = t % KSTEP;
            sa[k][r] = A[(row0 + r) * n + k0 + k];
            int kk = t / TILE, c = t % TILE;
            sb[kk][c] = B[(k0 + kk) * n + col0 + c];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < KSTEP; k++) {
            float a[4], b[4];
            for (int i = 0; i < 4; i++) a[i] = sa[k][ty * 4 + i];
            for (int j = 0; j < 4; j++) b[j] = sb[k][tx + 16 * j];
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    best[i][j] = fminf(best[i][j], a[i] + b[j]);
        }
        __syncthreads();
    }

    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            C[(row0 + ty * 4 + i) * n + col0 + tx + 16 * j] = best[i][j];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1024;    // multiple of 64
    size_t bytes = (size_t)n * n * sizeof(float);
    float *dist = (float *)malloc(bytes);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            dist[i * n + j] = i == j ? 0.0f : (float)((i * 31 + j * 17) % 97 + 1) * ((i ^ j) % 3 == 0 ? 1.0f : 50.0f);

    float *d0, *d1;
    cudaMalloc(&d0, bytes);
    cudaMalloc(&d1, bytes);
    cudaMemcpy(d0, dist, bytes, cudaMemcpyHostToDevice);

    dim3 block(16, 16), grid(n / TILE, n / TILE);
    minplus<<<grid, block>>>(d0, d0, d1, n);
    minplus<<<grid, block>>>(d1, d1, d0, n);

    cudaMemcpy(dist, d0, bytes, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < n * n; i++) sum += dist[i];
    printf("mean distance with up to 4 hops: %f\n", sum / n / n);
    free(dist);
    cudaFree(d0);
    cudaFree(d1);
    return 0;
}
