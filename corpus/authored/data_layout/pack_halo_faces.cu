#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

/* Halo exchange, sending side: the six faces of a 3-D block (two layers deep)
   are copied to one contiguous buffer each, ready for the network. The x faces
   are the painful ones, their elements lie nx apart. */

#define NX 300
#define NY 300
#define NZ 300
#define DEPTH 2

__global__ void packX(const double *field, double *lo, double *hi)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    int z = blockIdx.y;
    if (y >= NY) return;
    for (int l = 0; l < DEPTH; l++) {
        size_t row = ((size_t)z * NY + y) * NX;
        lo[(l * NZ + z) * NY + y] = field[row + l];
        hi[(l * NZ + z) * NY + y] = field[row + NX - DEPTH + l];
    }
}

__global__ void packY(const double *field, double *lo, double *hi)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int z = blockIdx.y;
    if (x >= NX) return;
    for (int l = 0; l < DEPTH; l++) {
        lo[(l * NZ + z) * NX + x] = field[((size_t)z * NY + l) * NX + x];
        hi[(l * NZ + z) * NX + x] = field[((size_t)z * NY + NY - DEPTH + l) * NX + x];
    }
}

__global__ void packZ(const double *field, double *lo, double *hi)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= DEPTH * NX * NY) return;
    lo[i] = field[i];
    hi[i] = field[(size_t)(NZ - DEPTH) * NX * NY + i];
}

int main()
{
    size_t cells = (size_t)NX * NY * NZ;
    double *h = (double *)malloc(cells * sizeof(double));
    for (size_t i = 0; i < cells; i++)
        h[i] = (double)(i % NX);

    double *field, *send[6];
    cudaMalloc(&field, cells * sizeof(double));
    cudaMemcpy(field, h, cells * sizeof(double), cudaMemcpyHostToDevice);
    for (int f = 0; f < 6; f++)
        cudaMalloc(&send[f], DEPTH * 300 * 300 * sizeof(double));

    cudaStream_t s[3];
    for (int i = 0; i < 3; i++) cudaStreamCreate(&s[i]);
    packX<<<dim3((NY + 127) / 128, NZ), 128, 0, s[0]>>>(field, send[0], send[1]);
    packY<<<dim3((NX + 127) / 128, NZ), 128, 0, s[1]>>>(field, send[2], send[3]);
    packZ<<<(DEPTH * NX * NY + 255) / 256, 256, 0, s[2]>>>(field, send[4], send[5]);
    cudaDeviceSynchronize();

    double a, b;
    cudaMemcpy(&a, send[0], sizeof(a), cudaMemcpyDeviceToHost);
    cudaMemcpy(&b, send[1], sizeof(b), cudaMemcpyDeviceToHost);
    printf("west edge %g, east edge %g\n", a, b);
    for (int i = 0; i < 3; i++) cudaStreamDestroy(s[i]);
    for (int f = 0; f < 6; f++) cudaFree(send[f]);
    cudaFree(field);
    free(h);
    return 0;
}
