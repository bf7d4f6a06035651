#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

// Gate-level Kogge-Stone adder, 32 bits, simulated for 32 vectors at a time: plane k of an operand
// holds bit k of 32 different additions. All loops unroll, the planes live in registers.
constexpr int W = 32;

__global__ void __launch_bounds__(128)
koggeStone(const uint32_t* __restrict__ a, const uint32_t* __restrict__ b, uint32_t* __restrict__ sum,
           uint32_t* __restrict__ carryOut, int slices)
{
    const int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= slices) return;

    uint32_t G[W], P[W], half[W];
#pragma unroll
    for (int k = 0; k < W; ++k) {
        const uint32_t x = a[k * slices + s], y = b[k * slices + s];
        G[k] = x & y;
        half[k] = P[k] = x ^ y;
    }
#pragma unroll
    for (int d = 1; d < W; d *= 2) {
#pragma unroll
        for (int k = W - 1; k >= d; --k) {
            G[k] |= P[k] & G[k - d];
            P[k] &= P[k - d];
        }
    }
    sum[s] = half[0];
#pragma unroll
    for (int k = 1; k < W; ++k) sum[k * slices + s] = half[k] ^ G[k - 1];
    carryOut[s] = G[W - 1];
}

int main()
{
    const int slices = 65536;
    std::vector<uint32_t> a(W * slices), b(W * slices), sum(W * slices);
    for (int i = 0; i < W * slices; ++i) {
        a[i] = i * 0x85ebca6bu;
        b[i] = i * 0xc2b2ae35u + 0x27220a95u;
    }
    uint32_t *dA, *dB, *dSum, *dCarry;
    const size_t bytes = a.size() * sizeof(uint32_t);
    cudaMalloc(&dA, bytes);
    cudaMalloc(&dB, bytes);
    cudaMalloc(&dSum, bytes);
    cudaMalloc(&dCarry, slices * sizeof(uint32_t));
    cudaMemcpy(dA, a.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(dB, b.data(), bytes, cudaMemcpyHostToDevice);

    koggeStone<<<slices / 128, 128>>>(dA, dB, dSum, dCarry, slices);
    cudaMemcpy(sum.data(), dSum, bytes, cudaMemcpyDeviceToHost);

    int wrong = 0;
    for (int s = 0; s < 100; ++s)
        for (int lane = 0; lane < 32; ++lane) {
            uint32_t x = 0, y = 0, z = 0;
            for (int k = 0; k < W; ++k) {
                x |= (a[k * slices + s] >> lane & 1) << k;
                y |= (b[k * slices + s] >> lane & 1) << k;
                z |= (sum[k * slices + s] >> lane & 1) << k;
            }
            wrong += x + y != z;
        }
    printf("%d wrong sums\n", wrong);
    return wrong;
}
