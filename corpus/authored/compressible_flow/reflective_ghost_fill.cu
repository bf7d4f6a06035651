#include <cuda_runtime.h>
#include <stdio.h>

/* Two layers of ghost cells round a small grid, solid walls: mirror the state and turn the
   normal momentum. One block per wall, threads along the wall. */

#define N 128
#define G 2
#define LD (N + 2 * G)

enum { RHO, MX, MY, EN, NVAR };

__device__ int at(int v, int x, int y) { return (v * LD + y) * LD + x; }

__global__ void fill_ghosts(double *q)
{
    int wall = blockIdx.x;                       /* 0 west 1 east 2 south 3 north */
    int s = threadIdx.x + G;
    for (int layer = 0; layer < G; layer++) {
        int ghost = (wall % 2 == 0) ? G - 1 - layer : N + G + layer;
        int inner = (wall % 2 == 0) ? G + layer : N + G - 1 - layer;
        for (int v = 0; v < NVAR; v++) {
            if (wall < 2) {
                double sign = v == MX ? -1.0 : 1.0;
                q[at(v, ghost, s)] = sign * q[at(v, inner, s)];
            } else {
                double sign = v == MY ? -1.0 : 1.0;
                q[at(v, s, ghost)] = sign * q[at(v, s, inner)];
            }
        }
    }
}

int main()
{
    static double h[NVAR * LD * LD];
    for (int i = 0; i < NVAR * LD * LD; i++)
        h[i] = 1.0 + 0.001 * (i % 50);
    double *q;
    cudaMalloc((void **)&q, sizeof(h));
    cudaMemcpy(q, h, sizeof(h), cudaMemcpyHostToDevice);
    fill_ghosts<<<4, N>>>(q);
    cudaMemcpy(h, q, sizeof(h), cudaMemcpyDeviceToHost);
    printf("west wall: inner mx %f, ghost mx %f\n", h[(MX * LD + 20) * LD + 2], h[(MX * LD + 20) * LD + 1]);
    cudaFree(q);
    return 0;
}
