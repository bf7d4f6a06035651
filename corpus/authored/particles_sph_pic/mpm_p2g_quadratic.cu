#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Material point method in 2D, particle-to-grid transfer with quadratic B-splines (APIC).

struct Mat2 { float a, b, c, d; };

__global__ void p2g(const float* __restrict__ x, const float* __restrict__ y, const float2* __restrict__ v, const Mat2* __restrict__ C,
                    const float* __restrict__ J, float* __restrict__ grid /* 3 per node: mv, m */,
                    int n, int res, float mass, float stress_scale)
{
    const int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= n) return;

    const float gx = x[p] * res, gy = y[p] * res;
    const int bx = (int)(gx - 0.5f), by = (int)(gy - 0.5f);
    const float fx = gx - bx, fy = gy - by;
    const float wx[3] = {0.5f * (1.5f - fx) * (1.5f - fx), 0.75f - (fx - 1.f) * (fx - 1.f), 0.5f * (fx - 0.5f) * (fx - 0.5f)};
    const float wy[3] = {0.5f * (1.5f - fy) * (1.5f - fy), 0.75f - (fy - 1.f) * (fy - 1.f), 0.5f * (fy - 0.5f) * (fy - 0.5f)};

    const float pressure = stress_scale * (J[p] - 1.f);      // weakly compressible fluid
    Mat2 A = C[p];
    A.a = mass * A.a - pressure; A.b *= mass;
    A.c *= mass;                 A.d = mass * A.d - pressure;
    const float mvx = mass * v[p].x, mvy = mass * v[p].y;

#pragma unroll
    for (int j = 0; j < 3; ++j)
#pragma unroll
        for (int i = 0; i < 3; ++i) {
            const float dx = (i - fx) / res, dy = (j - fy) / res;
            const float w = wx[i] * wy[j];
            float* node = grid + 3 * ((by + j) * res + bx + i);
            atomicAdd(node + 0, w * (mvx + A.a * dx + A.b * dy));
            atomicAdd(node + 1, w * (mvy + A.c * dx + A.d * dy));
            atomicAdd(node + 2, w * mass);
        }
}

int main()
{
    const int res = 256, n = 100000;
    std::vector<float> x(n), y(n);
    std::vector<float2> v(n);
    std::vector<Mat2> C(n, Mat2{0.f, 0.1f, -0.1f, 0.f});
    std::vector<float> J(n, 1.01f);
    for (int i = 0; i < n; ++i) {                 // a square block of fluid
        x[i] = 0.2f + 0.4f * rand() / RAND_MAX;
        y[i] = 0.1f + 0.4f * rand() / RAND_MAX;
        v[i] = make_float2(0.f, -1.f);
    }
    float *dx, *dy, *dJ, *grid;
    float2* dv;
    Mat2* dC;
    cudaMalloc(&dx, n * sizeof(float));
    cudaMalloc(&dy, n * sizeof(float));
    cudaMalloc(&dv, n * sizeof(float2));
    cudaMalloc(&dC, n * sizeof(Mat2));
    cudaMalloc(&dJ, n * sizeof(float));
    cudaMalloc(&grid, 3 * res * res * sizeof(float));
    cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dv, v.data(), n * sizeof(float2), cudaMemcpyHostToDevice);
    cudaMemcpy(dC, C.data(), n * sizeof(Mat2), cudaMemcpyHostToDevice);
    cudaMemcpy(dJ, J.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(grid, 0, 3 * res * res * sizeof(float));

    p2g<<<(n + 127) / 128, 128>>>(dx, dy, dv, dC, dJ, grid, n, res, 1e-5f, 4.f);

    std::vector<float> g(3 * res * res);
    cudaMemcpy(g.data(), grid, g.size() * sizeof(float), cudaMemcpyDeviceToHost);
    double m = 0;
    for (int k = 0; k < res * res; ++k) m += g[3 * k + 2];
    std::printf("grid mass %f, expected %f\n", m, n * 1e-5);
    cudaFree(dx); cudaFree(dy); cudaFree(dv); cudaFree(dC); cudaFree(dJ); cudaFree(grid);
}
