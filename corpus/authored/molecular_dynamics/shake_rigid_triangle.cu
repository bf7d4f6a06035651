#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>

/* Rigid three-site molecules by SHAKE with a fixed number of sweeps.
   Everything of a molecule stays in registers: 3 old and 3 new positions. */

#define SWEEPS 12

template <int A, int B>
__device__ __forceinline__ void fix_bond(float (&nw)[3][3], const float (&old)[3][3], const float (&im)[3], float d2)
{
    float r[3], s[3], r2 = 0.f, rs = 0.f;
    #pragma unroll
    for (int c = 0; c < 3; c++) {
        r[c] = nw[A][c] - nw[B][c];
        s[c] = old[A][c] - old[B][c];
        r2 += r[c] * r[c];
        rs += r[c] * s[c];
    }
    float g = (d2 - r2) / (2.f * (im[A] + im[B]) * rs);
    #pragma unroll
    for (int c = 0; c < 3; c++) {
        nw[A][c] += g * im[A] * s[c];
        nw[B][c] -= g * im[B] * s[c];
    }
}

__global__ void __launch_bounds__(128) shake3(const float *__restrict__ before, float *__restrict__ after, int nmol,
                                              float oh2, float hh2)
{
    int m = blockIdx.x * blockDim.x + threadIdx.x;
    if (m >= nmol) return;
    const float im[3] = {1.f / 15.9994f, 1.f / 1.008f, 1.f / 1.008f};
    float o[3][3], n[3][3];
    #pragma unroll
    for (int k = 0; k < 9; k++) {               /* coordinate-major: k-th coordinate of all molecules in a row */
        o[k / 3][k % 3] = before[k * nmol + m];
        n[k / 3][k % 3] = after[k * nmol + m];
    }
    #pragma unroll 1
    for (int s = 0; s < SWEEPS; s++) {
        fix_bond<0, 1>(n, o, im, oh2);
        fix_bond<0, 2>(n, o, im, oh2);
        fix_bond<1, 2>(n, o, im, hh2);
    }
    #pragma unroll
    for (int k = 0; k < 9; k++)
        after[k * nmol + m] = n[k / 3][k % 3];
}

int main()
{
    const int nmol = 150000;
    float *b = (float *)malloc(9ul * nmol * 4), *a = (float *)malloc(9ul * nmol * 4);
    const float shape[9] = {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, -0.3333f, 0.9428f, 0.f};
    for (int k = 0; k < 9; k++)
        for (int m = 0; m < nmol; m++) {
            b[k * nmol + m] = shape[k] + 3.f * (m % 53);
            a[k * nmol + m] = b[k * nmol + m] + 0.01f * ((m + k) % 5 - 2);
        }
    float *db, *da;
    cudaMalloc(&db, 9ul * nmol * 4);
    cudaMalloc(&da, 9ul * nmol * 4);
    cudaMemcpy(db, b, 9ul * nmol * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(da, a, 9ul * nmol * 4, cudaMemcpyHostToDevice);

    shake3<<<(nmol + 127) / 128, 128>>>(db, da, nmol, 1.f, 2.6666f);

    cudaMemcpy(a, da, 9ul * nmol * 4, cudaMemcpyDeviceToHost);
    float worst = 0.f;
    for (int m = 0; m < nmol; m++) {
        float x = a[3 * nmol + m] - a[m], y = a[4 * nmol + m] - a[nmol + m], z = a[5 * nmol + m] - a[2 * nmol + m];
        worst = fmaxf(worst, fabsf(sqrtf(x * x + y * y + z * z) - 1.f));
    }
    printf("largest O-H error %g\n", worst);
    cudaFree(da); cudaFree(db); free(a); free(b);
    return 0;
}
