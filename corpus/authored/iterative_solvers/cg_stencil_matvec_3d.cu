#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// q = A p for the 7-point Laplacian on a cube with zero boundary, together
// with the partial sums of p.q. The block marches in z; the plane in work is
// in shared memory, the planes above and below in registers.

constexpr int kN = 128;
constexpr int kBx = 32, kBy = 8;

__global__ void __launch_bounds__(kBx * kBy)
laplacian_dot(const float* __restrict__ p, float* __restrict__ q, float* __restrict__ partial)
{
    __shared__ float plane[kBy + 2][kBx + 2];
    __shared__ float warpDot[kBy];
    const int x = blockIdx.x * kBx + threadIdx.x;
    const int y = blockIdx.y * kBy + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int xy = y * kN + x;
    const int layer = kN * kN;

    float below = 0.0f;
    float here = p[xy];
    float dot = 0.0f;
    for (int z = 0; z < kN; ++z) {
        const float above = z + 1 < kN ? p[(z + 1) * layer + xy] : 0.0f;
        plane[ty][tx] = here;
        if (threadIdx.x == 0)       plane[ty][0]       = x > 0 ? p[z * layer + xy - 1] : 0.0f;
        if (threadIdx.x == kBx - 1) plane[ty][kBx + 1] = x < kN - 1 ? p[z * layer + xy + 1] : 0.0f;
        if (threadIdx.y == 0)       plane[0][tx]       = y > 0 ? p[z * layer + xy - kN] : 0.0f;
        if (threadIdx.y == kBy - 1) plane[kBy + 1][tx] = y < kN - 1 ? p[z * layer + xy + kN] : 0.0f;
        __syncthreads();
        const float a = 6.0f * here - plane[ty][tx - 1] - plane[ty][tx + 1]
                      - plane[ty - 1][tx] - plane[ty + 1][tx] - below - above;
        q[z * layer + xy] = a;
        dot += here * a;
        below = here;
        here = above;
        __syncthreads();
    }

    for (int o = 16; o > 0; o >>= 1) dot += __shfl_down_sync(0xffffffffu, dot, o);
    if (threadIdx.x == 0) warpDot[threadIdx.y] = dot;
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        float s = 0.0f;
        for (int w = 0; w < kBy; ++w) s += warpDot[w];
        partial[blockIdx.y * gridDim.x + blockIdx.x] = s;
    }
}

int main()
{
    const int n3 = kN * kN * kN;
    std::vector<float> p(n3);
    for (int i = 0; i < n3; ++i) p[i] = 0.001f * (i % 1024);

    const dim3 block(kBx, kBy), grid(kN / kBx, kN / kBy);
    const int nPartial = (kN / kBx) * (kN / kBy);
    float *dP, *dQ, *dPartial;
    cudaMalloc(&dP, n3 * sizeof(float));
    cudaMalloc(&dQ, n3 * sizeof(float));
    cudaMalloc(&dPartial, nPartial * sizeof(float));
    cudaMemcpy(dP, p.data(), n3 * sizeof(float), cudaMemcpyHostToDevice);

    laplacian_dot<<<grid, block>>>(dP, dQ, dPartial);

    std::vector<float> partial(nPartial);
    cudaMemcpy(partial.data(), dPartial, nPartial * sizeof(float), cudaMemcpyDeviceToHost);
    double pAp = 0.0;
    for (float v : partial) pAp += v;
    std::printf("p.Ap = %.6e\n", pAp);
    cudaFree(dP); cudaFree(dQ); cudaFree(dPartial);
    return 0;
}
