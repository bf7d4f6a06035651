#include <stdio.h>
#include <stdlib.h>
#include <cooperative_groups.h>

/* Inverse of a diagonally dominant matrix by Gauss-Jordan on the augmented
   matrix [A | I]. One cooperative launch; the grid synchronises between the
   steps. Each step writes a fresh copy, so that no thread reads an entry that
   another has already changed. */

#define SIZE 128
#define WIDTH (2 * SIZE)

__global__ void invert(double *ping, double *pong)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int col = threadIdx.x;

    for (int k = 0; k < SIZE; k++) {
        const double *src = (k & 1) ? pong : ping;
        double *dst = (k & 1) ? ping : pong;
        double top = src[k * WIDTH + col] / src[k * WIDTH + k];

        for (int row = blockIdx.x; row < SIZE; row += gridDim.x) {
            if (row == k)
                dst[row * WIDTH + col] = top;
            else
                dst[row * WIDTH + col] = src[row * WIDTH + col] - src[row * WIDTH + k] * top;
        }
        grid.sync();
    }
}

int main(void)
{
    int i, j;
    double *aug, *dPing, *dPong;
    size_t bytes = SIZE * WIDTH * sizeof(double);

    aug = (double *)malloc(bytes);
    for (i = 0; i < SIZE; i++)
        for (j = 0; j < SIZE; j++) {
            aug[i * WIDTH + j] = (i == j) ? 10.0 + i : 1.0 / (2 + i + j);
            aug[i * WIDTH + SIZE + j] = (i == j) ? 1.0 : 0.0;
        }

    cudaMalloc((void **)&dPing, bytes);
    cudaMalloc((void **)&dPong, bytes);
    cudaMemcpy(dPing, aug, bytes, cudaMemcpyHostToDevice);

    void *args[] = { &dPing, &dPong };
    cudaLaunchCooperativeKernel((void *)invert, dim3(32), dim3(WIDTH), args, 0, 0);

    /* SIZE is even, so the result is back in the first buffer */
    cudaMemcpy(aug, dPing, bytes, cudaMemcpyDeviceToHost);
    printf("inv[0][0] = %g  inv[%d][%d] = %g\n", aug[SIZE], SIZE - 1, SIZE - 1,
           aug[(SIZE - 1) * WIDTH + WIDTH - 1]);

    cudaFree(dPing);
    cudaFree(dPong);
    free(aug);
    return 0;
}
