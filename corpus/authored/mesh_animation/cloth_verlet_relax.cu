#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Cloth as a mass-spring lattice: Verlet integration with the structural springs (4 neighbours)
// and shear springs (diagonals). The block's particles and a halo of one sit in shared memory.

constexpr int GRID = 512;
constexpr int TX = 32, TY = 8;

__global__ void verletStep(const float4* __restrict__ now, const float4* __restrict__ before,
                           float4* __restrict__ after, float stiffness, float damping, float dt)
{
    __shared__ float4 tile[TY + 2][TX + 2];
    const int gx = blockIdx.x * TX + threadIdx.x;
    const int gy = blockIdx.y * TY + threadIdx.y;

    for (int k = threadIdx.y * TX + threadIdx.x; k < (TX + 2) * (TY + 2); k += TX * TY) {
        const int lx = k % (TX + 2), ly = k / (TX + 2);
        const int x = min(max((int)(blockIdx.x * TX) + lx - 1, 0), GRID - 1);
        const int y = min(max((int)(blockIdx.y * TY) + ly - 1, 0), GRID - 1);
        tile[ly][lx] = now[y * GRID + x];
    }
    __syncthreads();

    const float4 p = tile[threadIdx.y + 1][threadIdx.x + 1];
    const float4 old = before[gy * GRID + gx];
    float fx = 0.f, fy = -9.81f, fz = 0.f;

#pragma unroll
    for (int dy = -1; dy <= 1; ++dy)
#pragma unroll
        for (int dx = -1; dx <= 1; ++dx) {
            if (dx == 0 && dy == 0) continue;
            const int nx = gx + dx, ny = gy + dy;
            if (nx < 0 || nx >= GRID || ny < 0 || ny >= GRID) continue;
            const float4 q = tile[threadIdx.y + 1 + dy][threadIdx.x + 1 + dx];
            const float ex = q.x - p.x, ey = q.y - p.y, ez = q.z - p.z;
            const float len = sqrtf(ex * ex + ey * ey + ez * ez) + 1e-12f;
            const float rest = dx != 0 && dy != 0 ? 0.01414214f : 0.01f;
            const float f = stiffness * (len - rest) / len;
            fx += f * ex;
            fy += f * ey;
            fz += f * ez;
        }

    float4 r = p;
    if (p.w > 0.f) {                       // w is the inverse mass; pinned particles have 0
        const float k = 1.f - damping;
        r.x += k * (p.x - old.x) + fx * p.w * dt * dt;
        r.y += k * (p.y - old.y) + fy * p.w * dt * dt;
        r.z += k * (p.z - old.z) + fz * p.w * dt * dt;
    }
    after[gy * GRID + gx] = r;
}

int main()
{
    std::vector<float4> cloth(GRID * GRID);
    for (int i = 0; i < GRID * GRID; ++i) {
        cloth[i].x = 0.01f * (i % GRID);
        cloth[i].y = 5.0f;
        cloth[i].z = 0.01f * (i / GRID);
        cloth[i].w = i < GRID ? 0.f : 1.f;      // top row pinned
    }

    float4* p[3];
    const size_t bytes = cloth.size() * sizeof(float4);
    for (auto& q : p) cudaMalloc(&q, bytes);
    cudaMemcpy(p[0], cloth.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(p[1], cloth.data(), bytes, cudaMemcpyHostToDevice);

    const dim3 block(TX, TY), grid(GRID / TX, GRID / TY);
    for (int frame = 0; frame < 3; ++frame) {
        verletStep<<<grid, block>>>(p[0], p[1], p[2], 400.f, 0.02f, 1.f / 240);
        float4* oldest = p[1];
        p[1] = p[0];
        p[0] = p[2];
        p[2] = oldest;
    }
    cudaMemcpy(cloth.data(), p[0], bytes, cudaMemcpyDeviceToHost);
    std::printf("free edge is now at y = %f\n", cloth[GRID * GRID - 1].y);
    for (auto q : p) cudaFree(q);
    return 0;
}
