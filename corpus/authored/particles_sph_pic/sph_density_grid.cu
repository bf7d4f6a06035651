#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// SPH density (cubic spline kernel, 3D). Particles are sorted by grid cell, cell edge = 2h.

#define GRID_X 32
#define GRID_Y 32
#define GRID_Z 16

__device__ float cubicSpline(float r, float h)
{
    float q = r / h;
    float norm = 1.0f / (3.14159265f * h * h * h);
    if (q < 1.0f)
        return norm * (1.0f - 1.5f * q * q + 0.75f * q * q * q);
    if (q < 2.0f)
        return norm * 0.25f * (2.0f - q) * (2.0f - q) * (2.0f - q);
    return 0.0f;
}

__global__ void density(const float3* position, const int* cellBegin, const int* cellEnd,
                        float* rho, int particles, float h, float mass)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= particles) return;

    float3 p = position[i];
    int cx = (int)(p.x / (2.0f * h));
    int cy = (int)(p.y / (2.0f * h));
    int cz = (int)(p.z / (2.0f * h));

    float sum = 0.0f;
    for (int z = cz - 1; z <= cz + 1; z++) {
        if (z < 0 || z >= GRID_Z) continue;
        for (int y = cy - 1; y <= cy + 1; y++) {
            if (y < 0 || y >= GRID_Y) continue;
            for (int x = cx - 1; x <= cx + 1; x++) {
                if (x < 0 || x >= GRID_X) continue;
                int cell = (z * GRID_Y + y) * GRID_X + x;
                for (int j = cellBegin[cell]; j < cellEnd[cell]; j++) {
                    float dx = p.x - position[j].x;
                    float dy = p.y - position[j].y;
                    float dz = p.z - position[j].z;
                    sum += mass * cubicSpline(sqrtf(dx * dx + dy * dy + dz * dz), h);
                }
            }
        }
    }
    rho[i] = sum;
}

int main()
{
    const int cells = GRID_X * GRID_Y * GRID_Z;
    const int perCell = 4;
    const int particles = cells * perCell;
    const float h = 0.5f;

    float3* pos = (float3*)malloc(particles * sizeof(float3));
    int* begin = (int*)malloc(cells * sizeof(int));
    int* end = (int*)malloc(cells * sizeof(int));
    for (int c = 0; c < cells; c++) {
        begin[c] = c * perCell;
        end[c] = (c + 1) * perCell;
    }
    for (int i = 0; i < particles; i++) {
        int c = i / perCell;
        pos[i].x = c % GRID_X + 0.3f + 0.4f * (i % 2);
        pos[i].y = c / GRID_X % GRID_Y + 0.3f + 0.4f * (i / 2 % 2);
        pos[i].z = c / (GRID_X * GRID_Y) + 0.5f;
    }

    float3* d_pos;
    int *d_begin, *d_end;
    float* d_rho;
    cudaMalloc(&d_pos, particles * sizeof(float3));
    cudaMalloc(&d_begin, cells * sizeof(int));
    cudaMalloc(&d_end, cells * sizeof(int));
    cudaMalloc(&d_rho, particles * sizeof(float));
    cudaMemcpy(d_pos, pos, particles * sizeof(float3), cudaMemcpyHostToDevice);
    cudaMemcpy(d_begin, begin, cells * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_end, end, cells * sizeof(int), cudaMemcpyHostToDevice);

    density<<<particles / 256, 256>>>(d_pos, d_begin, d_end, d_rho, particles, h, 1000.0f * 0.25f);

    float* rho = (float*)malloc(particles * sizeof(float));
    cudaMemcpy(rho, d_rho, particles * sizeof(float), cudaMemcpyDeviceToHost);
    printf("density inside %f, in the corner %f\n", rho[particles / 2 + 4 * 16], rho[0]);
    cudaFree(d_pos); cudaFree(d_begin); cudaFree(d_end); cudaFree(d_rho);
    free(pos); free(begin); free(end); free(rho);
    return 0;
}
