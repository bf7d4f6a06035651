#include <cuda_runtime.h>
#include <cstdio>
#include <cstdint>
#include <vector>

// Path-integral Monte Carlo for an anharmonic oscillator. Each ring polymer has 64 beads; a warp owns
// a ring (two beads per lane) and updates even and odd beads alternately. A fixed grid loops over
// all rings. Random numbers: xorshift per lane.

__device__ __forceinline__ float uniform(uint32_t& s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return (s >> 8) * (1.0f / 16777216.0f);
}

__device__ __forceinline__ float action(float x, float l, float r, float k, float dtau)
{
    return k * ((x - l) * (x - l) + (r - x) * (r - x)) + dtau * (0.5f * x * x + 0.1f * x * x * x * x);
}

__device__ __forceinline__ void trial(float& x, float l, float r, float k, float dtau, float width, uint32_t& s)
{
    const float y = x + width * (uniform(s) - 0.5f);
    const float dS = action(y, l, r, k, dtau) - action(x, l, r, k, dtau);
    const float u = uniform(s);
    x = u < __expf(-dS) ? y : x;
}

__global__ void sweepRings(float2* beads, double* x2, int rings, int sweeps, float dtau)
{
    const int lane = threadIdx.x & 31;
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const int warps = (gridDim.x * blockDim.x) >> 5;
    const float k = 0.5f / dtau;
    uint32_t seed = 2463534242u ^ (blockIdx.x * blockDim.x + threadIdx.x) * 747796405u;
    double mean = 0.0;

    for (int ring = warp; ring < rings; ring += warps) {
        float2 b = beads[ring * 32 + lane];        // beads 2*lane and 2*lane+1
        for (int t = 0; t < sweeps; ++t) {
            const float left = __shfl_sync(0xffffffffu, b.y, (lane + 31) & 31);
            trial(b.x, left, b.y, k, dtau, 0.8f, seed);
            const float right = __shfl_sync(0xffffffffu, b.x, (lane + 1) & 31);
            trial(b.y, b.x, right, k, dtau, 0.8f, seed);
        }
        beads[ring * 32 + lane] = b;
        mean += 0.5 * (b.x * b.x + b.y * b.y);
    }
    for (int o = 16; o; o >>= 1) mean += __shfl_down_sync(0xffffffffu, mean, o);
    if (lane == 0) atomicAdd(x2, mean / 32.0);
}

int main()
{
    const int rings = 8000, sweeps = 50;
    std::vector<float2> h(rings * 32);
    for (int i = 0; i < rings * 32; ++i) h[i] = make_float2(0.01f * (i % 32), -0.01f * (i % 32));
    float2* beads;
    double *x2, result;
    cudaMalloc(&beads, h.size() * sizeof(float2));
    cudaMalloc(&x2, sizeof(double));
    cudaMemcpy(beads, h.data(), h.size() * sizeof(float2), cudaMemcpyHostToDevice);
    cudaMemset(x2, 0, sizeof(double));

    sweepRings<<<132 * 4, 128>>>(beads, x2, rings, sweeps, 0.1f);

    cudaMemcpy(&result, x2, sizeof(double), cudaMemcpyDeviceToHost);
    std::printf("<x^2> = %f\n", result / rings);
    cudaFree(beads);
    cudaFree(x2);
}
