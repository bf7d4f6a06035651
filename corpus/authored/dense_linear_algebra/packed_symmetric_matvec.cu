#include <stdio.h>
#include <stdlib.h>
#include <cuda.h>

/* y = S*x with S symmetric, only the lower triangle stored, row after row:
   S(i,j) sits at i*(i+1)/2 + j for j <= i. A thread makes one entry of y. */

__global__ void spmv_packed(const double *S, const double *x, double *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    double sum = 0.0;
    int base = i * (i + 1) / 2;
    for (int j = 0; j <= i; j++)
        sum += S[base + j] * x[j];

    /* the rest of the row is read down the column */
    for (int j = i + 1; j < n; j++)
        sum += S[j * (j + 1) / 2 + i] * x[j];

    y[i] = sum;
}

int main(int argc, char **argv)
{
    int n = 3000;
    if (argc > 1) n = atoi(argv[1]);
    size_t len = (size_t)n * (n + 1) / 2;

    double *S = (double *)malloc(len * sizeof(double));
    double *x = (double *)malloc(n * sizeof(double));
    double *y = (double *)malloc(n * sizeof(double));
    for (size_t i = 0; i < len; i++)
        S[i] = 1.0 / (1.0 + (double)(i % 64));
    for (int i = 0; i < n; i++)
        x[i] = (double)(n - i) / n;

    double *dS, *dx, *dy;
    cudaMalloc((void **)&dS, len * sizeof(double));
    cudaMalloc((void **)&dx, n * sizeof(double));
    cudaMalloc((void **)&dy, n * sizeof(double));
    cudaMemcpy(dS, S, len * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x, n * sizeof(double), cudaMemcpyHostToDevice);

    spmv_packed<<<(n + 127) / 128, 128>>>(dS, dx, dy, n);
    cudaDeviceSynchronize();

    cudaMemcpy(y, dy, n * sizeof(double), cudaMemcpyDeviceToHost);
    printf("x'Sx terms: first %g last %g\n", x[0] * y[0], x[n - 1] * y[n - 1]);

    cudaFree(dS); cudaFree(dx); cudaFree(dy);
    free(S); free(x); free(y);
    return 0;
}
