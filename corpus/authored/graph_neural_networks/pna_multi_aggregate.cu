#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>

/* Principal neighbourhood aggregation: mean, maximum, minimum and standard deviation
 * over neighbours in one walk, all four kept in registers; 48 features, a block of
 * 48 x 4 threads handles four nodes. */

#define NV 10000
#define NF 48
#define AVG 18
#define ECAP (NV * 2 * AVG)

__global__ void pna(const int *__restrict__ ptr, const int *__restrict__ adj, const float *__restrict__ x, float *__restrict__ out)
{
    const int v = blockIdx.x * blockDim.y + threadIdx.y;
    const int f = threadIdx.x;
    if (v >= NV)
        return;

    const int b = ptr[v], e = ptr[v + 1];
    float s = 0.f, ss = 0.f, hi = -INFINITY, lo = INFINITY;
    int i = b;
    for (; i + 1 < e; i += 2)
    {
        const float p = x[adj[i] * NF + f];
        const float q = x[adj[i + 1] * NF + f];
        s += p + q;
        ss += p * p + q * q;
        hi = fmaxf(hi, fmaxf(p, q));
        lo = fminf(lo, fminf(p, q));
    }
    if (i < e)
    {
        const float p = x[adj[i] * NF + f];
        s += p;
        ss += p * p;
        hi = fmaxf(hi, p);
        lo = fminf(lo, p);
    }

    const int n = e - b;
    float *o = out + (size_t)v * 4 * NF + f;
    const float mean = n ? s / n : 0.f;
    o[0] = mean;
    o[NF] = n ? hi : 0.f;
    o[2 * NF] = n ? lo : 0.f;
    o[3 * NF] = n ? sqrtf(fmaxf(ss / n - mean * mean, 0.f) + 1e-5f) : 0.f;
}

int main()
{
    int *ptr = (int *)malloc((NV + 1) * sizeof(int));
    int *adj = (int *)malloc(ECAP * sizeof(int));
    float *x = (float *)malloc(NV * NF * sizeof(float));

    ptr[0] = 0;
    for (int v = 0; v < NV; v++)
        ptr[v + 1] = ptr[v] + rand() % (2 * AVG);
    for (int e = 0; e < ECAP; e++)
        adj[e] = rand() % NV;
    for (int i = 0; i < NV * NF; i++)
        x[i] = (float)(i % 64) / 64.f;

    int *dPtr, *dAdj;
    float *dX, *dO;
    cudaMalloc((void **)&dPtr, (NV + 1) * sizeof(int));
    cudaMalloc((void **)&dAdj, ECAP * sizeof(int));
    cudaMalloc((void **)&dX, NV * NF * sizeof(float));
    cudaMalloc((void **)&dO, NV * NF * 4 * sizeof(float));
    cudaMemcpy(dPtr, ptr, (NV + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dAdj, adj, ECAP * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dX, x, NV * NF * sizeof(float), cudaMemcpyHostToDevice);

    dim3 block(NF, 4);
    pna<<<NV / 4, block>>>(dPtr, dAdj, dX, dO);

    float o[4 * NF];
    cudaMemcpy(o, dO, sizeof(o), cudaMemcpyDeviceToHost);
    printf("node 0 feature 0: mean %f max %f min %f std %f\n", o[0], o[NF], o[2 * NF], o[3 * NF]);
    cudaFree(dPtr); cudaFree(dAdj); cudaFree(dX); cudaFree(dO);
    free(ptr); free(adj); free(x);
    return 0;
}
