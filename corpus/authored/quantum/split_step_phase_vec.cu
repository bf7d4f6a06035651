#include <cuda_runtime.h>
#include <vector>
#include <cstdio>
#include <cmath>

// Potential step of the split-operator method for the 2D Gross-Pitaevskii equation:
//   psi *= exp(-i dt (V + g |psi|^2)),  harmonic trap, two complex values per thread (float4).

__global__ void potentialPhase(float4 *psi, int nx2, int ny, float dx, float omega2, float g, float dt)
{
    const int ix = blockIdx.x * blockDim.x + threadIdx.x;
    const int iy = blockIdx.y * blockDim.y + threadIdx.y;
    if (ix >= nx2 || iy >= ny)
        return;

    const float y = (iy - 0.5f * ny) * dx;
    const float x0 = (2 * ix - nx2) * dx;
    const float x1 = x0 + dx;

    float4 p = psi[iy * nx2 + ix];
    const float v0 = 0.5f * omega2 * (x0 * x0 + y * y) + g * (p.x * p.x + p.y * p.y);
    const float v1 = 0.5f * omega2 * (x1 * x1 + y * y) + g * (p.z * p.z + p.w * p.w);

    float s0, c0, s1, c1;
    sincosf(-dt * v0, &s0, &c0);
    sincosf(-dt * v1, &s1, &c1);
    psi[iy * nx2 + ix] = make_float4(c0 * p.x - s0 * p.y, c0 * p.y + s0 * p.x,
                                     c1 * p.z - s1 * p.w, c1 * p.w + s1 * p.z);
}

int main()
{
    const int nx = 1536, ny = 1024;
    std::vector<float2> psi(nx * ny);
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
            float x = (i - nx / 2) * 0.02f, y = (j - ny / 2) * 0.02f;
            psi[j * nx + i] = make_float2(std::exp(-0.1f * (x * x + y * y)), 0.0f);
        }

    float4 *d;
    cudaMalloc(&d, psi.size() * sizeof(float2));
    cudaMemcpy(d, psi.data(), psi.size() * sizeof(float2), cudaMemcpyHostToDevice);

    dim3 block(32, 8);
    dim3 grid(nx / 2 / block.x, ny / block.y);
    potentialPhase<<<grid, block>>>(d, nx / 2, ny, 0.02f, 1.0f, 500.0f, 1e-4f);

    double before = 0, after = 0;
    for (auto &c : psi) before += c.x * c.x + c.y * c.y;
    cudaMemcpy(psi.data(), d, psi.size() * sizeof(float2), cudaMemcpyDeviceToHost);
    for (auto &c : psi) after += c.x * c.x + c.y * c.y;
    printf("norm %.4f -> %.4f\n", before, after);
    cudaFree(d);
    return 0;
}
