#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define NX 192
#define NY 192
#define NZ 192

// Shadow of a gas cloud: for each pixel of the ground plane march towards the sun through the
// density box (trilinear sampling, fixed step) and write exp(-tau).
__global__ void shadow(const float *rho, float *light, float3 sun, float step, int maxSteps, float kappa)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= NX || py >= NY) return;

    float x = px + 0.5f, y = py + 0.5f, z = 0.5f;
    float tau = 0.0f;
    for (int s = 0; s < maxSteps; s++) {
        x += step * sun.x;
        y += step * sun.y;
        z += step * sun.z;
        if (x < 0.0f || y < 0.0f || z < 0.0f || x >= NX - 1 || y >= NY - 1 || z >= NZ - 1)
            break;
        int i = (int)x, j = (int)y, k = (int)z;
        float fx = x - i, fy = y - j, fz = z - k;
        const float *c = rho + (k * NY + j) * NX + i;
        float a = c[0] + fx * (c[1] - c[0]);
        float b = c[NX] + fx * (c[NX + 1] - c[NX]);
        const float *d = c + NX * NY;
        float e = d[0] + fx * (d[1] - d[0]);
        float f = d[NX] + fx * (d[NX + 1] - d[NX]);
        float lo = a + fy * (b - a), hi = e + fy * (f - e);
        tau += kappa * step * (lo + fz * (hi - lo));
    }
    light[py * NX + px] = expf(-tau);
}

int main()
{
    size_t n = (size_t)NX * NY * NZ;
    float *h = (float *)malloc(n * sizeof(float));
    for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++)
            for (int i = 0; i < NX; i++) {
                float dx = i - 96.0f, dy = j - 96.0f, dz = k - 120.0f;
                float r2 = dx * dx + dy * dy + dz * dz;
                h[((size_t)k * NY + j) * NX + i] = r2 < 2500.0f ? 1.0f - r2 / 2500.0f : 0.0f;
            }
    float *rho, *light;
    cudaMalloc(&rho, n * sizeof(float));
    cudaMalloc(&light, NX * NY * sizeof(float));
    cudaMemcpy(rho, h, n * sizeof(float), cudaMemcpyHostToDevice);

    float3 sun = make_float3(0.3f, 0.1f, 0.9487f);
    dim3 block(8, 8), grid(NX / 8, NY / 8);
    shadow<<<grid, block>>>(rho, light, sun, 0.5f, 420, 0.05f);

    cudaMemcpy(h, light, NX * NY * sizeof(float), cudaMemcpyDeviceToHost);
    float darkest = 1.0f;
    for (int p = 0; p < NX * NY; p++)
        if (h[p] < darkest) darkest = h[p];
    printf("darkest pixel %f\n", darkest);
    cudaFree(rho);
    cudaFree(light);
    free(h);
    return 0;
}
