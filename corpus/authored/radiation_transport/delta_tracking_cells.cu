#include <cuda_runtime.h>
#include <cstdio>
#include <cstdint>
#include <vector>

// Woodcock (delta) tracking of neutrons through a voxel medium. Persistent threads: warps fetch
// batches of 32 histories from a global counter until all are done.

constexpr int DIM = 64;

struct Rng {
    uint64_t s;
    __device__ explicit Rng(uint64_t seed) : s(seed * 6364136223846793005ull + 1442695040888963407ull) {}
    __device__ float operator()()
    {
        s = s * 6364136223846793005ull + 1442695040888963407ull;
        return (float)(s >> 40) * (1.0f / 16777216.0f);
    }
};

__global__ void track(const float* __restrict__ sigma, float majorant, float survive, int histories,
                      unsigned* counter, unsigned* collisions, unsigned* leaked)
{
    const int lane = threadIdx.x & 31;
    unsigned out = 0;
    while (true) {
        unsigned first = 0;
        if (lane == 0) first = atomicAdd(counter, 32u);
        first = __shfl_sync(0xffffffffu, first, 0);
        if (first >= (unsigned)histories) break;

        Rng rng(first + lane);
        float x = 0.5f * DIM, y = 0.5f * DIM, z = 0.5f * DIM;
        float u = 0.f, v = 0.f, w = 1.f;
        for (int flight = 0; flight < 500; ++flight) {
            const float s = -__logf(1.f - rng()) / majorant;
            x += s * u; y += s * v; z += s * w;
            if (x < 0.f || y < 0.f || z < 0.f || x >= DIM || y >= DIM || z >= DIM) { ++out; break; }
            const int cell = ((int)z * DIM + (int)y) * DIM + (int)x;
            if (rng() * majorant > sigma[cell]) continue;            // virtual collision
            atomicAdd(&collisions[cell], 1u);
            if (rng() > survive) break;                              // absorbed
            w = 2.f * rng() - 1.f;
            const float r = sqrtf(1.f - w * w), phi = 6.2831853f * rng();
            __sincosf(phi, &v, &u);
            u *= r; v *= r;
        }
        __syncwarp();
    }
    if (out) atomicAdd(leaked, out);
}

int main()
{
    const int cells = DIM * DIM * DIM, histories = 200000;
    std::vector<float> sigma(cells);
    for (int k = 0; k < DIM; ++k)
        for (int j = 0; j < DIM; ++j)
            for (int i = 0; i < DIM; ++i)
                sigma[(k * DIM + j) * DIM + i] = (i / 8 + j / 8 + k / 8) % 2 ? 0.3f : 0.05f;

    float* d_sigma;
    unsigned *d_col, *d_misc;
    cudaMalloc(&d_sigma, cells * sizeof(float));
    cudaMalloc(&d_col, cells * sizeof(unsigned));
    cudaMalloc(&d_misc, 2 * sizeof(unsigned));
    cudaMemcpy(d_sigma, sigma.data(), cells * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(d_col, 0, cells * sizeof(unsigned));
    cudaMemset(d_misc, 0, 2 * sizeof(unsigned));

    track<<<132 * 4, 128>>>(d_sigma, 0.3f, 0.8f, histories, d_misc, d_col, d_misc + 1);

    unsigned misc[2];
    cudaMemcpy(misc, d_misc, sizeof(misc), cudaMemcpyDeviceToHost);
    std::printf("%u of %d neutrons leaked\n", misc[1], histories);
    cudaFree(d_sigma); cudaFree(d_col); cudaFree(d_misc);
}
