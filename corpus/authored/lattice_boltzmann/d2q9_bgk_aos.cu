#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

// D2Q9 lattice Boltzmann, array-of-structures layout (nine values of a node side by side).
// Periodic in x, bounce-back walls at the top and the bottom, body force along x.

#define NX 512
#define NY 512

struct Node {
    float f[9];
};

__constant__ int   ex[9]  = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant__ int   ey[9]  = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ int   opp[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
__constant__ float wt[9]  = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};

__global__ void lbmStep(Node* src, Node* dst, float omega, float force)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= NX || y >= NY) return;

    float f[9];
    float rho = 0, ux = 0, uy = 0;
    for (int q = 0; q < 9; q++) {
        int sx = (x - ex[q] + NX) % NX;
        int sy = y - ey[q];
        if (sy < 0 || sy >= NY)
            f[q] = src[y * NX + x].f[opp[q]];
        else
            f[q] = src[sy * NX + sx].f[q];
        rho += f[q];
        ux += ex[q] * f[q];
        uy += ey[q] * f[q];
    }
    ux = ux / rho + 0.5f * force;
    uy = uy / rho;

    float usq = 1.5f * (ux * ux + uy * uy);
    for (int q = 0; q < 9; q++) {
        float eu = 3.0f * (ex[q] * ux + ey[q] * uy);
        float feq = wt[q] * rho * (1.0f + eu + 0.5f * eu * eu - usq);
        dst[y * NX + x].f[q] = f[q] + omega * (feq - f[q]) + 3.0f * wt[q] * ex[q] * force;
    }
}

int main()
{
    Node* h = (Node*)malloc(NX * NY * sizeof(Node));
    float w[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
    for (int i = 0; i < NX * NY; i++)
        for (int q = 0; q < 9; q++)
            h[i].f[q] = w[q];

    Node *a, *b;
    cudaMalloc((void**)&a, NX * NY * sizeof(Node));
    cudaMalloc((void**)&b, NX * NY * sizeof(Node));
    cudaMemcpy(a, h, NX * NY * sizeof(Node), cudaMemcpyHostToDevice);

    dim3 block(16, 16);
    dim3 grid(NX / 16, NY / 16);
    for (int t = 0; t < 20; t++) {
        lbmStep<<<grid, block>>>(a, b, 1.2f, 1e-6f);
        cudaDeviceSynchronize();
        lbmStep<<<grid, block>>>(b, a, 1.2f, 1e-6f);
        cudaDeviceSynchronize();
    }

    cudaMemcpy(h, a, NX * NY * sizeof(Node), cudaMemcpyDeviceToHost);
    Node c = h[NY / 2 * NX + NX / 2];
    printf("momentum in the middle: %g\n", c.f[1] + c.f[5] + c.f[8] - c.f[3] - c.f[6] - c.f[7]);
    cudaFree(a);
    cudaFree(b);
    free(h);
    return 0;
}
