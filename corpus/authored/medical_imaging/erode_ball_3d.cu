#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

/* Grey-value erosion of a CT volume by the 7-voxel "ball" (centre and face neighbours).
 * The block walks along z; the current slice is in shared memory, the slices below and
 * above only in registers. */

#define NX 192
#define NY 192
#define NZ 128
#define BX 32
#define BY 8
#define ZCHUNK 16

__global__ void erode7(const short *in, short *out)
{
    __shared__ short s[BY + 2][BX + 2];
    int x = blockIdx.x * BX + threadIdx.x;
    int y = blockIdx.y * BY + threadIdx.y;
    int z0 = blockIdx.z * ZCHUNK;
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int col = y * NX + x;
    const int plane = NX * NY;

    short below = in[max(z0 - 1, 0) * plane + col];
    short here = in[z0 * plane + col];
    for (int z = z0; z < z0 + ZCHUNK; z++) {
        short above = in[min(z + 1, NZ - 1) * plane + col];
        const short *cur = in + z * plane;

        s[ty][tx] = here;
        if (threadIdx.x == 0)      s[ty][0]      = cur[y * NX + max(x - 1, 0)];
        if (threadIdx.x == BX - 1) s[ty][BX + 1] = cur[y * NX + min(x + 1, NX - 1)];
        if (threadIdx.y == 0)      s[0][tx]      = cur[max(y - 1, 0) * NX + x];
        if (threadIdx.y == BY - 1) s[BY + 1][tx] = cur[min(y + 1, NY - 1) * NX + x];
        __syncthreads();

        int m = min((int)below, min((int)here, (int)above));
        m = min(m, min((int)s[ty][tx - 1], (int)s[ty][tx + 1]));
        m = min(m, min((int)s[ty - 1][tx], (int)s[ty + 1][tx]));
        out[z * plane + col] = (short)m;

        below = here;
        here = above;
        __syncthreads();
    }
}

int main(void)
{
    int n = NX * NY * NZ;
    short *h = (short *)malloc(n * sizeof(short));
    for (int i = 0; i < n; i++)
        h[i] = (short)(((i * 1103) % 2047) - 1000);

    short *a, *b;
    cudaMalloc((void **)&a, n * sizeof(short));
    cudaMalloc((void **)&b, n * sizeof(short));
    cudaMemcpy(a, h, n * sizeof(short), cudaMemcpyHostToDevice);

    dim3 block(BX, BY, 1);
    dim3 grid(NX / BX, NY / BY, NZ / ZCHUNK);
    erode7<<<grid, block>>>(a, b);          /* two passes make radius two */
    erode7<<<grid, block>>>(b, a);

    cudaMemcpy(h, a, n * sizeof(short), cudaMemcpyDeviceToHost);
    long long sum = 0;
    for (int i = 0; i < n; i++) sum += h[i];
    printf("mean grey value after erosion %.2f\n", (double)sum / n);
    cudaFree(a);
    cudaFree(b);
    free(h);
    return 0;
}
