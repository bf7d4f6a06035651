#include <cuda_runtime.h>
#include <iostream>
#include <vector>
#include <cmath>

// Post-processing of a plane-stress analysis: strains, stresses and von Mises value at the
// four Gauss points of every bilinear quadrilateral (geometry may be distorted).

struct Material { float e, nu; };

__global__ void recoverStress(const float2* xy, const float2* disp, const int4* quad, int count,
                              Material mat, float4* vonMises)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= count) return;

    int4 q = quad[e];
    const int id[4] = {q.x, q.y, q.z, q.w};
    float2 X[4], U[4];
#pragma unroll
    for (int a = 0; a < 4; ++a) { X[a] = xy[id[a]]; U[a] = disp[id[a]]; }

    const float g = 0.57735027f;
    const float c = mat.e / (1.0f - mat.nu * mat.nu);
    float vm[4];
#pragma unroll
    for (int p = 0; p < 4; ++p) {
        const float s = (p == 0 || p == 3) ? -g : g;
        const float t = p < 2 ? -g : g;
        const float ds[4] = {-0.25f * (1 - t), 0.25f * (1 - t), 0.25f * (1 + t), -0.25f * (1 + t)};
        const float dt[4] = {-0.25f * (1 - s), -0.25f * (1 + s), 0.25f * (1 + s), 0.25f * (1 - s)};
        float a = 0, b = 0, cc = 0, d = 0;
#pragma unroll
        for (int n = 0; n < 4; ++n) {
            a += ds[n] * X[n].x;  b += ds[n] * X[n].y;
            cc += dt[n] * X[n].x; d += dt[n] * X[n].y;
        }
        const float inv = 1.0f / (a * d - b * cc);
        float ex = 0, ey = 0, gxy = 0;
#pragma unroll
        for (int n = 0; n < 4; ++n) {
            const float nx = (d * ds[n] - b * dt[n]) * inv;
            const float ny = (a * dt[n] - cc * ds[n]) * inv;
            ex += nx * U[n].x;
            ey += ny * U[n].y;
            gxy += ny * U[n].x + nx * U[n].y;
        }
        const float sx = c * (ex + mat.nu * ey), sy = c * (ey + mat.nu * ex);
        const float txy = 0.5f * c * (1.0f - mat.nu) * gxy;
        vm[p] = sqrtf(sx * sx - sx * sy + sy * sy + 3.0f * txy * txy);
    }
    vonMises[e] = make_float4(vm[0], vm[1], vm[2], vm[3]);
}

int main()
{
    const int nx = 500, ny = 300, nodes = (nx + 1) * (ny + 1), count = nx * ny;
    std::vector<float2> xy(nodes), u(nodes);
    std::vector<int4> quad(count);
    for (int n = 0; n < nodes; ++n) {
        int i = n % (nx + 1), j = n / (nx + 1);
        xy[n] = make_float2(0.01f * i + 0.001f * (j % 2), 0.01f * j);
        u[n] = make_float2(1e-4f * i, -3e-5f * j);
    }
    for (int e = 0; e < count; ++e) {
        int a = e / nx * (nx + 1) + e % nx;
        quad[e] = make_int4(a, a + 1, a + nx + 2, a + nx + 1);
    }
    float2 *dX, *dU; int4* dQ; float4* dS;
    cudaMalloc(&dX, nodes * sizeof(float2));
    cudaMalloc(&dU, nodes * sizeof(float2));
    cudaMalloc(&dQ, count * sizeof(int4));
    cudaMalloc(&dS, count * sizeof(float4));
    cudaMemcpy(dX, xy.data(), nodes * sizeof(float2), cudaMemcpyHostToDevice);
    cudaMemcpy(dU, u.data(), nodes * sizeof(float2), cudaMemcpyHostToDevice);
    cudaMemcpy(dQ, quad.data(), count * sizeof(int4), cudaMemcpyHostToDevice);

    Material steel{210e9f, 0.3f};
    recoverStress<<<(count + 127) / 128, 128>>>(dX, dU, dQ, count, steel, dS);

    float4 s;
    cudaMemcpy(&s, dS + count / 2, sizeof s, cudaMemcpyDeviceToHost);
    std::cout << "von Mises [MPa]: " << s.x / 1e6f << " " << s.y / 1e6f << " " << s.z / 1e6f << " " << s.w / 1e6f << "\n";
    cudaFree(dX); cudaFree(dU); cudaFree(dQ); cudaFree(dS);
}
