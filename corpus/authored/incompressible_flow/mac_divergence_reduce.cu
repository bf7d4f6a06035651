#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Divergence of a staggered (MAC) velocity field and, on the way, its maximum norm.

constexpr int N = 128;

__device__ float warpMax(float v)
{
    for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
    return v;
}

__global__ void divergence(const float* __restrict__ u, const float* __restrict__ v, const float* __restrict__ w,
                           float* __restrict__ div, float inv_h, unsigned* norm)
{
    __shared__ float part[8];
    const int x = threadIdx.x + blockIdx.x * blockDim.x;
    const int y = threadIdx.y + blockIdx.y * blockDim.y;
    const int z = blockIdx.z;

    // u lives on (N+1) x N x N faces, v on N x (N+1) x N, w on N x N x (N+1)
    const int iu = (z * N + y) * (N + 1) + x;
    const int iv = (z * (N + 1) + y) * N + x;
    const int iw = (z * N + y) * N + x;
    const float d = (u[iu + 1] - u[iu] + v[iv + N] - v[iv] + w[iw + N * N] - w[iw]) * inv_h;
    div[iw] = d;

    float m = warpMax(fabsf(d));
    const int t = threadIdx.y * blockDim.x + threadIdx.x;
    if ((t & 31) == 0) part[t >> 5] = m;
    __syncthreads();
    if (t < 32) {
        m = warpMax(t < 8 ? part[t] : 0.f);
        if (t == 0) atomicMax(norm, __float_as_uint(m));
    }
}

int main()
{
    const size_t faces = (size_t)(N + 1) * N * N, cells = (size_t)N * N * N;
    std::vector<float> f(faces);
    for (size_t i = 0; i < faces; ++i) f[i] = 0.01f * (float)((i * 2654435761u) % 1000) - 5.f;

    float *u, *v, *w, *div;
    unsigned* norm;
    cudaMalloc(&u, faces * 4);
    cudaMalloc(&v, faces * 4);
    cudaMalloc(&w, faces * 4);
    cudaMalloc(&div, cells * 4);
    cudaMalloc(&norm, 4);
    for (float* p : {u, v, w}) cudaMemcpy(p, f.data(), faces * 4, cudaMemcpyHostToDevice);
    cudaMemset(norm, 0, 4);

    divergence<<<dim3(N / 64, N / 4, N), dim3(64, 4)>>>(u, v, w, div, 1.f * N, norm);

    float result = 0;
    cudaMemcpy(&result, norm, 4, cudaMemcpyDeviceToHost);   // same bits
    std::printf("max |div u| = %g\n", result);
    cudaFree(u); cudaFree(v); cudaFree(w); cudaFree(div); cudaFree(norm);
    return 0;
}
