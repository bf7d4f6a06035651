#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

// Largest |u|+c over the whole grid; speeds are positive so that the ordering of their bit
// patterns as integers is the ordering of the floats, and atomicMax on int will do.

__global__ void maxWaveSpeed(const float4* __restrict__ state, const float* __restrict__ energy,
                             int cells, float gamma, int* result)
{
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);

    float best = 0.0f;
    const int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < cells; i += stride) {
        const float4 s = state[i];                       // rho, rho u, rho v, rho w
        const float inv = 1.0f / s.x;
        const float m2 = s.y * s.y + s.z * s.z + s.w * s.w;
        const float p = (gamma - 1.0f) * (energy[i] - 0.5f * m2 * inv);
        const float c = sqrtf(gamma * p * inv);
        const float v = fmaxf(fabsf(s.y), fmaxf(fabsf(s.z), fabsf(s.w))) * inv;
        best = fmaxf(best, v + c);
    }
    for (int d = warp.size() / 2; d > 0; d /= 2)
        best = fmaxf(best, warp.shfl_down(best, d));
    if (warp.thread_rank() == 0)
        atomicMax(result, __float_as_int(best));
}

int main()
{
    const int cells = 160 * 160 * 100;
    std::vector<float4> state(cells);
    std::vector<float> energy(cells);
    for (int i = 0; i < cells; ++i) {
        float rho = 1.0f + 0.5f * ((i * 37) % 100) / 100.0f;
        float u = ((i * 11) % 200 - 100) * 0.01f;
        state[i] = make_float4(rho, rho * u, 0.3f * rho, -0.1f * rho);
        energy[i] = 2.5f + 0.5f * rho * (u * u + 0.1f);
    }

    float4* dState;
    float* dEnergy;
    int* dMax;
    cudaMalloc(&dState, cells * sizeof(float4));
    cudaMalloc(&dEnergy, cells * sizeof(float));
    cudaMalloc(&dMax, sizeof(int));
    cudaMemcpy(dState, state.data(), cells * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemcpy(dEnergy, energy.data(), cells * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(dMax, 0, sizeof(int));

    maxWaveSpeed<<<528, 256>>>(dState, dEnergy, cells, 1.4f, dMax);

    int bits;
    cudaMemcpy(&bits, dMax, sizeof(int), cudaMemcpyDeviceToHost);
    union { int i; float f; } pun;
    pun.i = bits;
    printf("dt = %g\n", 0.5f * 1e-3f / pun.f);
    cudaFree(dState);
    cudaFree(dEnergy);
    cudaFree(dMax);
    return 0;
}
