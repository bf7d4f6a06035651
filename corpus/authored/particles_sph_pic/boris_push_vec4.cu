#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

// Boris pusher in a magnetic mirror: B = B0 (-a x z, -a y z, 1 + a z^2), E = 0 apart from a weak Ez.
// position in one float4 array, velocity in another; several steps per launch with the state in registers.

#define SUBSTEPS 16

__global__ void boris(float4 *x, float4 *u, int n, float qmdt2, float dt, float b0, float a, float ez)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 r = x[i];
    float4 v = u[i];

    for (int s = 0; s < SUBSTEPS; s++) {
        float bx = -b0 * a * r.x * r.z;
        float by = -b0 * a * r.y * r.z;
        float bz = b0 * (1.0f + a * r.z * r.z);

        v.z += qmdt2 * ez;
        float tx = qmdt2 * bx, ty = qmdt2 * by, tz = qmdt2 * bz;
        float k = 2.0f / (1.0f + tx * tx + ty * ty + tz * tz);
        float px = v.x + v.y * tz - v.z * ty;
        float py = v.y + v.z * tx - v.x * tz;
        float pz = v.z + v.x * ty - v.y * tx;
        v.x += k * (py * tz - pz * ty);
        v.y += k * (pz * tx - px * tz);
        v.z += k * (px * ty - py * tx);
        v.z += qmdt2 * ez;

        r.x += dt * v.x;
        r.y += dt * v.y;
        r.z += dt * v.z;
    }
    x[i] = r;
    u[i] = v;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
    float4 *hx = (float4 *)malloc(n * sizeof(float4));
    float4 *hu = (float4 *)malloc(n * sizeof(float4));
    for (int i = 0; i < n; i++) {
        hx[i] = make_float4(0.01f * (i % 100), 0.01f * (i / 100 % 100), 0.0f, 1.0f);
        hu[i] = make_float4(1.0f, 0.0f, 0.3f + 0.001f * (i % 500), 0.0f);
    }
    float4 *x, *u;
    cudaMalloc(&x, n * sizeof(float4));
    cudaMalloc(&u, n * sizeof(float4));
    cudaMemcpy(x, hx, n * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemcpy(u, hu, n * sizeof(float4), cudaMemcpyHostToDevice);

    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaEventRecord(a, 0);
    boris<<<(n + 255) / 256, 256>>>(x, u, n, 0.05f, 0.1f, 1.0f, 0.02f, 1e-3f);
    cudaEventRecord(b, 0);
    cudaEventSynchronize(b);
    float ms;
    cudaEventElapsedTime(&ms, a, b);

    cudaMemcpy(hu, u, n * sizeof(float4), cudaMemcpyDeviceToHost);
    printf("%.2f Gpush/s, |v|^2 of particle 0: %f\n", 1e-6 * n * SUBSTEPS / ms,
           hu[0].x * hu[0].x + hu[0].y * hu[0].y + hu[0].z * hu[0].z);
    cudaFree(x); cudaFree(u);
    free(hx); free(hu);
    return 0;
}
