#include <stdio.h>
#include <math.h>

/* Reduce an upper Hessenberg matrix to triangular form with n-1 Givens
   rotations. The rotations depend on each other, the columns do not: one
   block, a thread per column, the rotation broadcast through shared memory. */

#define ORD 200

__global__ void hess_to_triangular(float *H, float2 *rot)
{
    __shared__ float cs, sn;
    int j = threadIdx.x;

    for (int k = 0; k < ORD - 1; k++) {
        if (j == k) {
            float a = H[k * ORD + k];
            float b = H[(k + 1) * ORD + k];
            float r = sqrtf(a * a + b * b);
            cs = r > 0.0f ? a / r : 1.0f;
            sn = r > 0.0f ? b / r : 0.0f;
            rot[k] = make_float2(cs, sn);
        }
        __syncthreads();
        if (j >= k && j < ORD) {
            float upper = H[k * ORD + j];
            float lower = H[(k + 1) * ORD + j];
            H[k * ORD + j] = cs * upper + sn * lower;
            H[(k + 1) * ORD + j] = cs * lower - sn * upper;
        }
        __syncthreads();
    }
}

int main(void)
{
    static float H[ORD * ORD];
    float *dH;
    float2 *dRot;

    for (int i = 0; i < ORD; i++)
        for (int j = 0; j < ORD; j++)
            H[i * ORD + j] = (i <= j + 1) ? 1.0f / (1 + i + 2 * j) + (i == j) : 0.0f;

    cudaMalloc((void **)&dH, sizeof(H));
    cudaMalloc((void **)&dRot, (ORD - 1) * sizeof(float2));
    cudaMemcpy(dH, H, sizeof(H), cudaMemcpyHostToDevice);

    hess_to_triangular<<<1, 224>>>(dH, dRot);

    cudaMemcpy(H, dH, sizeof(H), cudaMemcpyDeviceToHost);
    float worst = 0.0f;
    for (int i = 1; i < ORD; i++)
        if (fabsf(H[i * ORD + i - 1]) > worst)
            worst = fabsf(H[i * ORD + i - 1]);
    printf("largest subdiagonal left: %g\n", worst);

    cudaFree(dH);
    cudaFree(dRot);
    return 0;
}
