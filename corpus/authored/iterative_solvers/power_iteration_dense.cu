#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define DIM 1024
#define TPB 128

/* w = A v / |v|, block per row; v.v is recomputed by each block from the
   cached vector, so that normalising needs no launch of its own */
__global__ void matvecNormalised(const double *A, const double *v, double *w)
{
    __shared__ double av[TPB];
    __shared__ double vv[TPB];
    const int t = threadIdx.x;
    const double *row = A + blockIdx.x * DIM;

    double s = 0.0, q = 0.0;
    for (int j = t; j < DIM; j += TPB)
    {
        double x = v[j];
        s += row[j] * x;
        q += x * x;
    }
    av[t] = s;
    vv[t] = q;
    __syncthreads();
    for (int k = TPB / 2; k > 0; k >>= 1)
    {
        if (t < k)
        {
            av[t] += av[t + k];
            vv[t] += vv[t + k];
        }
        __syncthreads();
    }
    if (t == 0)
        w[blockIdx.x] = av[0] / sqrt(vv[0]);
}

int main()
{
    double *A = (double *)malloc(DIM * DIM * sizeof(double));
    double *v = (double *)malloc(DIM * sizeof(double));
    for (int i = 0; i < DIM; i++)
    {
        for (int j = 0; j < DIM; j++)
            A[i * DIM + j] = (i == j ? 3.0 : 0.0) + 1.0 / (1.0 + i + j);
        v[i] = 1.0;
    }

    double *dA, *dV, *dW;
    cudaMalloc(&dA, DIM * DIM * sizeof(double));
    cudaMalloc(&dV, DIM * sizeof(double));
    cudaMalloc(&dW, DIM * sizeof(double));
    cudaMemcpy(dA, A, DIM * DIM * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(dV, v, DIM * sizeof(double), cudaMemcpyHostToDevice);

    for (int it = 0; it < 5; it++)
    {
        matvecNormalised<<<DIM, TPB>>>(dA, dV, dW);
        matvecNormalised<<<DIM, TPB>>>(dA, dW, dV);
    }

    cudaMemcpy(v, dV, DIM * sizeof(double), cudaMemcpyDeviceToHost);
    double lambda = 0.0;
    for (int i = 0; i < DIM; i++)
        lambda += v[i] * v[i];
    printf("eigenvalue estimate %.9f\n", sqrt(lambda));
    cudaFree(dA);
    cudaFree(dV);
    cudaFree(dW);
    free(A);
    free(v);
    return 0;
}
