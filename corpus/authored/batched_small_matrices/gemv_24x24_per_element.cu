#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>

/* Element-by-element operator of a matrix-free FE solver: f_e = K_e u_e with a
   dense 24x24 matrix per hexahedron (8 nodes, 3 displacements). A block takes
   four elements; thread i of an element forms row i, three partial sums to
   break the dependence chain. K is stored column by column. */

#define DOF 24
#define ELEMS_PER_BLOCK 4

__global__ void elementForces(const float *__restrict__ K, const float *__restrict__ u,
                              float *__restrict__ f)
{
    __shared__ float us[ELEMS_PER_BLOCK][DOF];
    const int i = threadIdx.x;
    const int el = threadIdx.y;
    const int e = blockIdx.x * ELEMS_PER_BLOCK + el;

    us[el][i] = u[e * DOF + i];
    __syncthreads();

    const float *Ke = K + e * DOF * DOF + i;
    float f0 = 0.0f, f1 = 0.0f, f2 = 0.0f;
#pragma unroll
    for (int j = 0; j < DOF; j += 3) {
        f0 += Ke[(j + 0) * DOF] * us[el][j + 0];
        f1 += Ke[(j + 1) * DOF] * us[el][j + 1];
        f2 += Ke[(j + 2) * DOF] * us[el][j + 2];
    }
    f[e * DOF + i] = f0 + f1 + f2;
}

int main()
{
    const int elements = 8000;
    float *hK = (float *)malloc(elements * DOF * DOF * sizeof(float));
    float *hU = (float *)malloc(elements * DOF * sizeof(float));

    for (int e = 0; e < elements; ++e)
        for (int k = 0; k < DOF * DOF; ++k)
            hK[e * DOF * DOF + k] = (k % (DOF + 1) == 0) ? 23.0f : -1.0f;
    for (int i = 0; i < elements * DOF; ++i)
        hU[i] = 1.0f;                              // rigid motion: no force

    float *K, *u, *f;
    cudaMalloc(&K, elements * DOF * DOF * sizeof(float));
    cudaMalloc(&u, elements * DOF * sizeof(float));
    cudaMalloc(&f, elements * DOF * sizeof(float));
    cudaMemcpy(K, hK, elements * DOF * DOF * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(u, hU, elements * DOF * sizeof(float), cudaMemcpyHostToDevice);

    elementForces<<<elements / ELEMS_PER_BLOCK, dim3(DOF, ELEMS_PER_BLOCK)>>>(K, u, f);

    cudaMemcpy(hU, f, elements * DOF * sizeof(float), cudaMemcpyDeviceToHost);
    float worst = 0.0f;
    for (int i = 0; i < elements * DOF; ++i)
        worst = fmaxf(worst, fabsf(hU[i]));
    printf("largest force under rigid motion %g\n", worst);
    cudaFree(K); cudaFree(u); cudaFree(f);
    free(hK); free(hU);
    return 0;
}
