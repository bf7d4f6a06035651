#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

// Corner turn of a radar data matrix: pulses x range gates of complex samples
// become gates x pulses. Tiles of 32 x 32 go through shared memory, one spare
// column keeps the banks apart; the edges are guarded, the sizes are odd.

constexpr int kEdge = 32;
constexpr int kStep = 8;          // rows of threads, four elements each

__global__ void cornerTurn(const float2* __restrict__ pulses, float2* __restrict__ gates,
                           int nPulse, int nGate)
{
    __shared__ float2 patch[kEdge][kEdge + 1];
    const int gate0 = blockIdx.x * kEdge;
    const int pulse0 = blockIdx.y * kEdge;

    int gate = gate0 + threadIdx.x;
#pragma unroll
    for (int r = threadIdx.y; r < kEdge; r += kStep)
        if (gate < nGate && pulse0 + r < nPulse)
            patch[r][threadIdx.x] = pulses[(size_t)(pulse0 + r) * nGate + gate];

    __syncthreads();

    const int pulse = pulse0 + threadIdx.x;
#pragma unroll
    for (int r = threadIdx.y; r < kEdge; r += kStep)
        if (pulse < nPulse && gate0 + r < nGate)
            gates[(size_t)(gate0 + r) * nPulse + pulse] = patch[threadIdx.x][r];
}

int main()
{
    const int nPulse = 1250, nGate = 3333;
    const size_t n = (size_t)nPulse * nGate;
    std::vector<float2> raw(n);
    for (int p = 0; p < nPulse; ++p)
        for (int g = 0; g < nGate; ++g) {
            raw[(size_t)p * nGate + g].x = (float)p;
            raw[(size_t)p * nGate + g].y = (float)g;
        }

    float2 *dIn = nullptr, *dOut = nullptr;
    cudaMalloc(&dIn, n * sizeof(float2));
    cudaMalloc(&dOut, n * sizeof(float2));
    cudaMemcpy(dIn, raw.data(), n * sizeof(float2), cudaMemcpyHostToDevice);

    const dim3 threads(kEdge, kStep);
    const dim3 tiles((nGate + kEdge - 1) / kEdge, (nPulse + kEdge - 1) / kEdge);
    cornerTurn<<<tiles, threads>>>(dIn, dOut, nPulse, nGate);

    cudaMemcpy(raw.data(), dOut, n * sizeof(float2), cudaMemcpyDeviceToHost);
    size_t misplaced = 0;
    for (int g = 0; g < nGate; ++g)
        for (int p = 0; p < nPulse; ++p) {
            const float2 v = raw[(size_t)g * nPulse + p];
            misplaced += v.x != (float)p || v.y != (float)g;
        }
    std::printf("%zu samples misplaced\n", misplaced);
    cudaFree(dIn);
    cudaFree(dOut);
    return misplaced != 0;
}
