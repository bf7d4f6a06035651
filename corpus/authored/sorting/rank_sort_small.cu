#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

/* Sort by counting: the place of an element is the number of elements that
   are smaller (or equal and earlier). n^2 work, but no communication. */

__global__ void rankSort(double* in, double* out, int n)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    if (me < n)
    {
        double key = in[me];
        int place = 0;
        for (int k = 0; k < n; k++)
        {
            if (in[k] < key || (in[k] == key && k < me))
                place++;
        }
        out[place] = key;
    }
}

int main()
{
    int n = 4096;
    size_t sz = n * sizeof(double);
    double* a = (double*)malloc(sz);
    double* b = (double*)malloc(sz);
    int i;

    for (i = 0; i < n; i++)
        a[i] = (double)((i * 1103) % n) * 0.25;

    double* d_a; cudaMalloc(&d_a, sz);
    double* d_b; cudaMalloc(&d_b, sz);
    cudaMemcpy(d_a, a, sz, cudaMemcpyHostToDevice);

    rankSort<<<n / 128, 128>>>(d_a, d_b, n);

    cudaMemcpy(b, d_b, sz, cudaMemcpyDeviceToHost);
    for (i = 1; i < n; i++)
    {
        if (b[i] < b[i - 1])
        {
            printf("error at %d\n", i);
            break;
        }
    }
    printf("smallest %f largest %f\n", b[0], b[n - 1]);
    cudaFree(d_a); cudaFree(d_b);
    free(a); free(b);
    return 0;
}
