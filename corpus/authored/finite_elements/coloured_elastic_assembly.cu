#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * Assembly of bilinear quads on a structured mesh into the diagonal-wise (9 per row)
 * stiffness of the nodes. Elements of one colour never share a node (checker of
 * period two in x and y), hence four launches without atomics.
 */

#define EX 600
#define EY 600
#define PX (EX + 1)
#define PY (EY + 1)

__constant__ float Ke[16] = {
     4.f/6, -1.f/6, -2.f/6, -1.f/6,
    -1.f/6,  4.f/6, -1.f/6, -2.f/6,
    -2.f/6, -1.f/6,  4.f/6, -1.f/6,
    -1.f/6, -2.f/6, -1.f/6,  4.f/6
};

__global__ void assemble_colour(float *rows, const float *modulus, int cx, int cy)
{
    int ex = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + cx;
    int ey = 2 * (blockIdx.y * blockDim.y + threadIdx.y) + cy;
    if (ex >= EX || ey >= EY)
        return;

    const int ox[4] = {0, 1, 1, 0};
    const int oy[4] = {0, 0, 1, 1};
    float m = modulus[ey * EX + ex];

    for (int a = 0; a < 4; a++) {
        int row = (ey + oy[a]) * PX + ex + ox[a];
        for (int b = 0; b < 4; b++) {
            int slot = (oy[b] - oy[a] + 1) * 3 + ox[b] - ox[a] + 1;
            rows[row * 9 + slot] += m * Ke[a * 4 + b];
        }
    }
}

int main()
{
    float *modulus = (float *)malloc(EX * EY * sizeof(float));
    for (int e = 0; e < EX * EY; e++)
        modulus[e] = (e / 1000) % 2 ? 1.0f : 1e-3f;      /* stiff and soft stripes */

    float *d_rows, *d_mod;
    size_t bytes = 9 * PX * PY * sizeof(float);
    cudaMalloc(&d_rows, bytes);
    cudaMalloc(&d_mod, EX * EY * sizeof(float));
    cudaMemset(d_rows, 0, bytes);
    cudaMemcpy(d_mod, modulus, EX * EY * sizeof(float), cudaMemcpyHostToDevice);

    dim3 threads(32, 8);
    dim3 blocks((EX / 2 + 31) / 32, (EY / 2 + 7) / 8);
    for (int c = 0; c < 4; c++)
        assemble_colour<<<blocks, threads>>>(d_rows, d_mod, c & 1, c >> 1);

    float *rows = (float *)malloc(bytes);
    cudaMemcpy(rows, d_rows, bytes, cudaMemcpyDeviceToHost);
    float *r = rows + 9 * (PX * 10 + 10);
    float sum = 0;
    for (int s = 0; s < 9; s++) sum += r[s];
    printf("diagonal %f, row sum %g\n", r[4], sum);
    cudaFree(d_rows);
    cudaFree(d_mod);
    free(modulus);
    free(rows);
    return 0;
}
