#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// D2Q9, collide then push. Motion along x is done through shared memory, so that all global
// stores are aligned; the populations leaving the block at its two ends are written directly.

constexpr int NX = 1024, NY = 512, BLK = 128;
constexpr size_t PLANE = (size_t)NX * NY;

__device__ __forceinline__ void moveX(float val, int dir, float* line, float* plane, int row, int x)
{
    const int t = threadIdx.x;
    const int dest = t + dir;
    __syncthreads();
    if (dest >= 0 && dest < BLK) line[dest] = val;
    else plane[(size_t)row * NX + ((x + dir + NX) & (NX - 1))] = val;
    __syncthreads();
    const bool mine = dir > 0 ? t > 0 : t < BLK - 1;
    if (mine) plane[(size_t)row * NX + x] = line[t];
}

__global__ void __launch_bounds__(BLK) collidePush(const float* __restrict__ in, float* __restrict__ out, float om)
{
    __shared__ float line[BLK];
    const int x = blockIdx.x * BLK + threadIdx.x, y = blockIdx.y;
    const int n = (y + 1) & (NY - 1), s = (y - 1 + NY) & (NY - 1);
    const size_t c = (size_t)y * NX + x;

    float f0 = in[c], f1 = in[c + PLANE], f2 = in[c + 2 * PLANE], f3 = in[c + 3 * PLANE], f4 = in[c + 4 * PLANE];
    float f5 = in[c + 5 * PLANE], f6 = in[c + 6 * PLANE], f7 = in[c + 7 * PLANE], f8 = in[c + 8 * PLANE];

    const float rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
    const float u = (f1 + f5 + f8 - f3 - f6 - f7) / rho;
    const float v = (f2 + f5 + f6 - f4 - f7 - f8) / rho;
    const float k = 1.f - 1.5f * (u * u + v * v);
    const float a = om * rho / 9.f, b = om * rho / 36.f, keep = 1.f - om;

    f0 = keep * f0 + 4.f * a * k;
    f1 = keep * f1 + a * (k + 3.f * u + 4.5f * u * u);
    f2 = keep * f2 + a * (k + 3.f * v + 4.5f * v * v);
    f3 = keep * f3 + a * (k - 3.f * u + 4.5f * u * u);
    f4 = keep * f4 + a * (k - 3.f * v + 4.5f * v * v);
    f5 = keep * f5 + b * (k + 3.f * (u + v) + 4.5f * (u + v) * (u + v));
    f6 = keep * f6 + b * (k - 3.f * (u - v) + 4.5f * (u - v) * (u - v));
    f7 = keep * f7 + b * (k - 3.f * (u + v) + 4.5f * (u + v) * (u + v));
    f8 = keep * f8 + b * (k + 3.f * (u - v) + 4.5f * (u - v) * (u - v));

    out[c] = f0;
    out[2 * PLANE + (size_t)n * NX + x] = f2;
    out[4 * PLANE + (size_t)s * NX + x] = f4;
    moveX(f1, +1, line, out + 1 * PLANE, y, x);
    moveX(f3, -1, line, out + 3 * PLANE, y, x);
    moveX(f5, +1, line, out + 5 * PLANE, n, x);
    moveX(f6, -1, line, out + 6 * PLANE, n, x);
    moveX(f7, -1, line, out + 7 * PLANE, s, x);
    moveX(f8, +1, line, out + 8 * PLANE, s, x);
}

int main()
{
    std::vector<float> f(9 * PLANE);
    for (size_t i = 0; i < 9 * PLANE; ++i) {
        const size_t q = i / PLANE;
        f[i] = (q == 0 ? 4.f / 9 : q < 5 ? 1.f / 9 : 1.f / 36) * (1.f + 0.01f * (i % 31) / 31.f);
    }
    float *A, *B;
    cudaMalloc(&A, f.size() * sizeof(float));
    cudaMalloc(&B, f.size() * sizeof(float));
    cudaMemcpy(A, f.data(), f.size() * sizeof(float), cudaMemcpyHostToDevice);

    for (int it = 0; it < 10; ++it) {
        collidePush<<<dim3(NX / BLK, NY), BLK>>>(A, B, 1.6f);
        std::swap(A, B);
    }
    double before = 0, after = 0;
    for (float v : f) before += v;
    cudaMemcpy(f.data(), A, f.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (float v : f) after += v;
    std::printf("mass %.6f -> %.6f\n", before, after);
    cudaFree(A); cudaFree(B);
}
