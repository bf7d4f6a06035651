// ELLPACK: 16 slots per row, stored slot after slot (column-major), unused
// slots carry column -1.
#include <stdio.h>
#include <stdlib.h>
#include <cuda.h>

#define ROWS  65536
#define SLOTS 16

__global__ void ell_kernel(const int *__restrict__ col, const double *__restrict__ a,
                           const double *__restrict__ x, double *__restrict__ y)
{
        int r = blockIdx.x * blockDim.x + threadIdx.x;
        double s = 0.0;
        int k;

        for (k = 0; k < SLOTS; k++) {
                int c = col[k * ROWS + r];
                if (c >= 0)
                        s += a[k * ROWS + r] * x[c];
        }
        y[r] = s;
}

int main(void)
{
        int *col = (int *)malloc(ROWS * SLOTS * sizeof(int));
        double *a = (double *)malloc(ROWS * SLOTS * sizeof(double));
        double *x = (double *)malloc(ROWS * sizeof(double));
        int *d_col;
        double *d_a, *d_x, *d_y, y0;

        for (int k = 0; k < SLOTS; k++)
                for (int r = 0; r < ROWS; r++) {
                        col[k * ROWS + r] = (r + k * 31) % ROWS;
                        if (k >= 10 && r % 4 == 0)
                                col[k * ROWS + r] = -1;
                        a[k * ROWS + r] = 1.0 + 0.1 * k;
                }
        for (int r = 0; r < ROWS; r++)
                x[r] = (r % 3) - 1.0;

        cudaMalloc((void **)&d_col, ROWS * SLOTS * sizeof(int));
        cudaMalloc((void **)&d_a, ROWS * SLOTS * sizeof(double));
        cudaMalloc((void **)&d_x, ROWS * sizeof(double));
        cudaMalloc((void **)&d_y, ROWS * sizeof(double));
        cudaMemcpy(d_col, col, ROWS * SLOTS * sizeof(int), cudaMemcpyHostToDevice);
        cudaMemcpy(d_a, a, ROWS * SLOTS * sizeof(double), cudaMemcpyHostToDevice);
        cudaMemcpy(d_x, x, ROWS * sizeof(double), cudaMemcpyHostToDevice);

        ell_kernel<<<ROWS / 128, 128>>>(d_col, d_a, d_x, d_y);

        cudaMemcpy(&y0, d_y, sizeof(double), cudaMemcpyDeviceToHost);
        printf("y[0] = %g\n", y0);
        cudaFree(d_col); cudaFree(d_a); cudaFree(d_x); cudaFree(d_y);
        free(col); free(a); free(x);
        return 0;
}
