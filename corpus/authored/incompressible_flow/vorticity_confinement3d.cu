#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>

// Smoke solver: force  f = eps h (N x omega),  N = grad|omega| / |grad|omega||.
// The block computes omega for its 8x8x8 brick plus one ring into shared memory, then the force.

#define B 8
#define E (B + 2)

struct Vec3 { float x, y, z; };

__global__ void confinement(const float *vx, const float *vy, const float *vz,
                            float *fx, float *fy, float *fz,
                            int nx, int ny, int nz, float eps)
{
    __shared__ Vec3 om[E][E][E];

    int x0 = blockIdx.x * B - 1, y0 = blockIdx.y * B - 1, z0 = blockIdx.z * B - 1;
    int tid = (threadIdx.z * B + threadIdx.y) * B + threadIdx.x;

    for (int k = tid; k < E * E * E; k += B * B * B) {
        int lx = k % E, ly = k / E % E, lz = k / (E * E);
        int x = min(max(x0 + lx, 1), nx - 2);
        int y = min(max(y0 + ly, 1), ny - 2);
        int z = min(max(z0 + lz, 1), nz - 2);
        int c = (z * ny + y) * nx + x;
        int sy = nx, sz = nx * ny;
        om[lz][ly][lx].x = 0.5f * (vz[c + sy] - vz[c - sy] - vy[c + sz] + vy[c - sz]);
        om[lz][ly][lx].y = 0.5f * (vx[c + sz] - vx[c - sz] - vz[c + 1] + vz[c - 1]);
        om[lz][ly][lx].z = 0.5f * (vy[c + 1] - vy[c - 1] - vx[c + sy] + vx[c - sy]);
    }
    __syncthreads();

    auto mag = [&](int z, int y, int x) {
        Vec3 o = om[z][y][x];
        return sqrtf(o.x * o.x + o.y * o.y + o.z * o.z);
    };
    int lx = threadIdx.x + 1, ly = threadIdx.y + 1, lz = threadIdx.z + 1;
    float gx = mag(lz, ly, lx + 1) - mag(lz, ly, lx - 1);
    float gy = mag(lz, ly + 1, lx) - mag(lz, ly - 1, lx);
    float gz = mag(lz + 1, ly, lx) - mag(lz - 1, ly, lx);
    float inv = eps * rsqrtf(gx * gx + gy * gy + gz * gz + 1e-12f);
    gx *= inv; gy *= inv; gz *= inv;

    Vec3 o = om[lz][ly][lx];
    int c = ((z0 + lz) * ny + y0 + ly) * nx + x0 + lx;
    fx[c] = gy * o.z - gz * o.y;
    fy[c] = gz * o.x - gx * o.z;
    fz[c] = gx * o.y - gy * o.x;
}

int main()
{
    int nx = 160, ny = 128, nz = 96, n = nx * ny * nz;
    float *h[3], *v[3], *f[3];
    for (int a = 0; a < 3; a++) {
        h[a] = (float *)malloc(n * sizeof(float));
        cudaMalloc(&v[a], n * sizeof(float));
        cudaMalloc(&f[a], n * sizeof(float));
    }
    for (int i = 0; i < n; i++) {
        float x = (i % nx) * 0.1f, y = (i / nx % ny) * 0.1f, z = (i / (nx * ny)) * 0.1f;
        h[0][i] = sinf(y) * cosf(z);
        h[1][i] = sinf(z) * cosf(x);
        h[2][i] = sinf(x) * cosf(y);
    }
    for (int a = 0; a < 3; a++)
        cudaMemcpy(v[a], h[a], n * sizeof(float), cudaMemcpyHostToDevice);

    dim3 block(B, B, B), grid(nx / B, ny / B, nz / B);
    confinement<<<grid, block>>>(v[0], v[1], v[2], f[0], f[1], f[2], nx, ny, nz, 0.35f);

    cudaMemcpy(h[0], f[0], n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("fx in the middle: %f\n", h[0][n / 2 + nx / 2]);
    for (int a = 0; a < 3; a++) { cudaFree(v[a]); cudaFree(f[a]); free(h[a]); }
    return 0;
}
