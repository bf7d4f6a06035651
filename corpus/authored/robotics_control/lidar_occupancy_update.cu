#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define CELLS 1000          /* 50 m at 5 cm */
#define BEAMS 720
#define SCANS 16
#define FREE_LOG (-4)
#define HIT_LOG 9

/* Adds a set of laser scans to a log-odds occupancy grid (integers, hundredths).
   A thread traces one beam with Bresenham; cells on the way get freer, the last one
   more occupied. Ends of the beams are precomputed in cells. */
__global__ void trace_beams(int *grid, const int2 *origin, const int2 *end)
{
    int beam = blockIdx.x * blockDim.x + threadIdx.x;
    int scan = blockIdx.y;
    if (beam >= BEAMS) return;

    int x = origin[scan].x, y = origin[scan].y;
    int ex = end[scan * BEAMS + beam].x, ey = end[scan * BEAMS + beam].y;
    int dx = abs(ex - x), dy = -abs(ey - y);
    int sx = x < ex ? 1 : -1, sy = y < ey ? 1 : -1;
    int err = dx + dy;

    while (x != ex || y != ey) {
        atomicAdd(&grid[y * CELLS + x], FREE_LOG);
        int e2 = 2 * err;
        if (e2 >= dy) { err += dy; x += sx; }
        if (e2 <= dx) { err += dx; y += sy; }
    }
    atomicAdd(&grid[y * CELLS + x], HIT_LOG);
}

int main(void)
{
    int2 origin[SCANS];
    int2 *end = (int2 *)malloc(SCANS * BEAMS * sizeof(int2));
    for (int s = 0; s < SCANS; s++) {
        origin[s].x = 300 + 20 * s;
        origin[s].y = 500;
    }
    for (int i = 0; i < SCANS * BEAMS; i++) {
        /* walls of a 40 m x 30 m hall, 180 beams to each of them */
        int side = i % BEAMS / 180, along = i % 180;
        end[i].x = side == 0 ? 100 : side == 1 ? 899 : 100 + along * 40 / 9;
        end[i].y = side == 2 ? 200 : side == 3 ? 799 : 200 + along * 10 / 3;
    }

    int *d_grid;
    int2 *d_origin, *d_end;
    cudaMalloc((void **)&d_grid, CELLS * CELLS * sizeof(int));
    cudaMalloc((void **)&d_origin, sizeof(origin));
    cudaMalloc((void **)&d_end, SCANS * BEAMS * sizeof(int2));
    cudaMemset(d_grid, 0, CELLS * CELLS * sizeof(int));
    cudaMemcpy(d_origin, origin, sizeof(origin), cudaMemcpyHostToDevice);
    cudaMemcpy(d_end, end, SCANS * BEAMS * sizeof(int2), cudaMemcpyHostToDevice);

    trace_beams<<<dim3((BEAMS + 127) / 128, SCANS), 128>>>(d_grid, d_origin, d_end);

    int *grid = (int *)malloc(CELLS * CELLS * sizeof(int));
    cudaMemcpy(grid, d_grid, CELLS * CELLS * sizeof(int), cudaMemcpyDeviceToHost);
    int occupied = 0, freeCells = 0;
    for (int i = 0; i < CELLS * CELLS; i++) {
        occupied += grid[i] > 0;
        freeCells += grid[i] < 0;
    }
    printf("%d cells occupied, %d free\n", occupied, freeCells);
    cudaFree(d_grid);
    cudaFree(d_origin);
    cudaFree(d_end);
    free(end);
    free(grid);
    return 0;
}
