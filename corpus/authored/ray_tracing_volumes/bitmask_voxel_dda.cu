#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

// Walks rays through a bit-packed voxel grid with the Amanatides-Woo stepping scheme and
// records the depth of the first solid voxel.

#define G 128
#define IMG_W 640
#define IMG_H 480

__global__ void voxelDepth(const unsigned int *bits, float *depth, float3 eye)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= IMG_W || py >= IMG_H)
        return;

    float dir[3], pos[3] = { eye.x, eye.y, eye.z };
    dir[0] = (px - IMG_W / 2) / (float)IMG_H + 1e-5f;
    dir[1] = (py - IMG_H / 2) / (float)IMG_H + 1e-5f;
    dir[2] = 1.0f;

    int cell[3], step[3];
    float tNext[3], tDelta[3];
    for (int a = 0; a < 3; a++) {
        cell[a] = (int)pos[a];
        step[a] = dir[a] > 0.0f ? 1 : -1;
        tDelta[a] = fabsf(1.0f / dir[a]);
        float border = cell[a] + (dir[a] > 0.0f ? 1.0f : 0.0f);
        tNext[a] = (border - pos[a]) / dir[a];
    }

    float t = 0.0f, found = -1.0f;
    for (int n = 0; n < 3 * G; n++) {
        int v = (cell[2] * G + cell[1]) * G + cell[0];
        if (bits[v >> 5] >> (v & 31) & 1u) {
            found = t;
            break;
        }
        int a = tNext[0] < tNext[1] ? (tNext[0] < tNext[2] ? 0 : 2) : (tNext[1] < tNext[2] ? 1 : 2);
        if (a == 0) { cell[0] += step[0]; t = tNext[0]; tNext[0] += tDelta[0]; }
        else if (a == 1) { cell[1] += step[1]; t = tNext[1]; tNext[1] += tDelta[1]; }
        else { cell[2] += step[2]; t = tNext[2]; tNext[2] += tDelta[2]; }
        if ((unsigned)cell[0] >= G || (unsigned)cell[1] >= G || (unsigned)cell[2] >= G)
            break;
    }
    depth[py * IMG_W + px] = found;
}

int main()
{
    size_t words = (size_t)G * G * G / 32;
    unsigned int *grid = (unsigned int *)malloc(words * sizeof(unsigned int));
    // about one voxel in 2048 is solid, and the far wall
    for (size_t i = 0; i < words; i++) {
        grid[i] = (i * 2654435761u) % 64 == 5 ? 1u << (i % 32) : 0u;
        if (i >= words - G * G / 32)
            grid[i] = 0xffffffffu;
    }

    unsigned int *dGrid;
    float *dDepth, *depth = (float *)malloc(IMG_W * IMG_H * sizeof(float));
    cudaMalloc((void **)&dGrid, words * sizeof(unsigned int));
    cudaMalloc((void **)&dDepth, IMG_W * IMG_H * sizeof(float));
    cudaMemcpy(dGrid, grid, words * sizeof(unsigned int), cudaMemcpyHostToDevice);

    float3 eye = make_float3(64.3f, 60.7f, 0.5f);
    dim3 threads(8, 16), blocks(IMG_W / 8, IMG_H / 16);
    voxelDepth<<<blocks, threads>>>(dGrid, dDepth, eye);

    cudaMemcpy(depth, dDepth, IMG_W * IMG_H * sizeof(float), cudaMemcpyDeviceToHost);
    int hits = 0;
    for (int i = 0; i < IMG_W * IMG_H; i++)
        hits += depth[i] >= 0.0f;
    printf("%d rays end in a voxel\n", hits);
    cudaFree(dGrid);
    cudaFree(dDepth);
    free(grid);
    free(depth);
    return 0;
}
