#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

#define SIZE 1024

/* Viewshed of one observer: a thread per border cell follows the ray outwards and keeps the
   steepest angle seen so far. Cells crossed by several rays are visible if any ray sees them. */
__global__ void castRays(const float *ground, unsigned char *visible, int ox, int oy, float eye)
{
    int ray = blockIdx.x * blockDim.x + threadIdx.x;
    if (ray >= 4 * (SIZE - 1))
        return;

    int side = ray / (SIZE - 1), k = ray % (SIZE - 1);
    int tx = side == 0 ? k : side == 1 ? SIZE - 1 : side == 2 ? SIZE - 1 - k : 0;
    int ty = side == 0 ? 0 : side == 1 ? k : side == 2 ? SIZE - 1 : SIZE - 1 - k;

    float dx = tx - ox, dy = ty - oy;
    int steps = (int)fmaxf(fabsf(dx), fabsf(dy));
    if (steps == 0) return;
    dx /= steps;
    dy /= steps;
    float h0 = ground[oy * SIZE + ox] + eye;
    float length = sqrtf(dx * dx + dy * dy);
    float horizon = -1e30f;
    for (int s = 1; s <= steps; s++) {
        int x = (int)(ox + dx * s + 0.5f);
        int y = (int)(oy + dy * s + 0.5f);
        x = min(max(x, 0), SIZE - 1);
        y = min(max(y, 0), SIZE - 1);
        float angle = (ground[y * SIZE + x] - h0) / (length * s);
        if (angle >= horizon) {
            visible[y * SIZE + x] = 1;
            horizon = angle;
        }
    }
}

int main()
{
    float *ground = (float *)malloc(SIZE * SIZE * sizeof(float));
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            ground[y * SIZE + x] = 30.0f * sinf(x * 0.02f) + 20.0f * cosf(y * 0.03f) + (rand() % 100) * 0.01f;

    float *dGround;
    unsigned char *dVisible, *visible = (unsigned char *)malloc(SIZE * SIZE);
    cudaMalloc(&dGround, SIZE * SIZE * sizeof(float));
    cudaMalloc(&dVisible, SIZE * SIZE);
    cudaMemcpy(dGround, ground, SIZE * SIZE * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(dVisible, 0, SIZE * SIZE);

    int rays = 4 * (SIZE - 1);
    castRays<<<(rays + 63) / 64, 64>>>(dGround, dVisible, 400, 600, 1.8f);
    cudaMemcpy(visible, dVisible, SIZE * SIZE, cudaMemcpyDeviceToHost);
    int seen = 0;
    for (int i = 0; i < SIZE * SIZE; i++)
        seen += visible[i];
    printf("%.2f %% of the terrain is visible\n", 100.0 * seen / (SIZE * SIZE));
    return 0;
}
