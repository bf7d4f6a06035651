#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/* Pressure Poisson equation, red-black successive over-relaxation.
   Grid has a ghost ring; homogeneous Neumann walls are imposed by the coefficient count. */

#define IMAX 512
#define JMAX 512
#define LD   (IMAX + 2)
#define P(i, j)   p[(j) * LD + (i)]
#define RHS(i, j) rhs[(j) * LD + (i)]

__global__ void sor_colour(float *p, const float *rhs, float omega, float h2, int colour)
{
        int half = blockIdx.x * blockDim.x + threadIdx.x;
        int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
        int i = 2 * half + 1 + ((j + colour) & 1);

        if (i > IMAX || j > JMAX)
                return;

        float e = i < IMAX ? 1.0f : 0.0f;
        float w = i > 1 ? 1.0f : 0.0f;
        float n = j < JMAX ? 1.0f : 0.0f;
        float s = j > 1 ? 1.0f : 0.0f;

        float sum = e * P(i + 1, j) + w * P(i - 1, j) + n * P(i, j + 1) + s * P(i, j - 1);
        P(i, j) = (1.0f - omega) * P(i, j) + omega * (sum - h2 * RHS(i, j)) / (e + w + n + s);
}

int main(void)
{
        int cells = LD * (JMAX + 2);
        float *h = (float *)calloc(cells, sizeof(float));
        for (int j = 1; j <= JMAX; j++)
                for (int i = 1; i <= IMAX; i++)
                        h[j * LD + i] = (i < IMAX / 2) ? 1.0f : -1.0f;

        float *p, *rhs;
        cudaMalloc((void **)&p, cells * sizeof(float));
        cudaMalloc((void **)&rhs, cells * sizeof(float));
        cudaMemset(p, 0, cells * sizeof(float));
        cudaMemcpy(rhs, h, cells * sizeof(float), cudaMemcpyHostToDevice);

        dim3 nt(32, 4), nb(IMAX / 2 / 32, JMAX / 4);
        for (int it = 0; it < 100; it++) {
                sor_colour<<<nb, nt>>>(p, rhs, 1.7f, 1.0f / (IMAX * IMAX), 0);
                sor_colour<<<nb, nt>>>(p, rhs, 1.7f, 1.0f / (IMAX * IMAX), 1);
        }

        cudaMemcpy(h, p, cells * sizeof(float), cudaMemcpyDeviceToHost);
        printf("p(1,1) = %g   p(IMAX,JMAX) = %g\n", h[LD + 1], h[JMAX * LD + IMAX]);
        cudaFree(p);
        cudaFree(rhs);
        free(h);
        return 0;
}
