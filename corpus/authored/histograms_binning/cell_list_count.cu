#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

// First step of a cell list: cell of every particle in a periodic box, number
// of particles per cell, and the rank of a particle inside its cell.

struct Grid {
    int n;             // cells per edge
    float invCell;     // 1 / cell edge
};

__global__ void assignCells(const float4* __restrict__ posq, int count, Grid grid,
                            int* __restrict__ cellOf, int* __restrict__ rankInCell,
                            int* __restrict__ cellCount)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;

    const float4 p = posq[i];
    const int cx = min(grid.n - 1, max(0, __float2int_rd(p.x * grid.invCell)));
    const int cy = min(grid.n - 1, max(0, __float2int_rd(p.y * grid.invCell)));
    const int cz = min(grid.n - 1, max(0, __float2int_rd(p.z * grid.invCell)));
    const int cell = (cz * grid.n + cy) * grid.n + cx;

    cellOf[i] = cell;
    rankInCell[i] = atomicAdd(&cellCount[cell], 1);
}

int main()
{
    const int count = 600000;
    const float box = 80.0f;
    Grid grid;
    grid.n = 32;
    grid.invCell = 32 / box;
    const int cells = 32 * 32 * 32;

    std::vector<float4> posq(count);
    srand(99);
    for (int i = 0; i < count; ++i) {
        posq[i].x = box * rand() / RAND_MAX;
        posq[i].y = box * rand() / RAND_MAX;
        posq[i].z = box * rand() / RAND_MAX;
        posq[i].w = (i % 2) ? 1.0f : -1.0f;
    }

    float4* dPos;
    int *dCell, *dRank, *dCount;
    cudaMalloc(&dPos, count * sizeof(float4));
    cudaMalloc(&dCell, count * sizeof(int));
    cudaMalloc(&dRank, count * sizeof(int));
    cudaMalloc(&dCount, cells * sizeof(int));
    cudaMemcpy(dPos, posq.data(), count * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemset(dCount, 0, cells * sizeof(int));

    assignCells<<<(count + 255) / 256, 256>>>(dPos, count, grid, dCell, dRank, dCount);

    std::vector<int> occupancy(cells);
    cudaMemcpy(occupancy.data(), dCount, cells * sizeof(int), cudaMemcpyDeviceToHost);
    int fullest = 0, sum = 0;
    for (int c : occupancy) { fullest = c > fullest ? c : fullest; sum += c; }
    std::printf("%d particles, fullest cell %d\n", sum, fullest);
    cudaFree(dPos); cudaFree(dCell); cudaFree(dRank); cudaFree(dCount);
    return 0;
}
