#include <cuda_runtime.h>
#include <array>
#include <cstdint>
#include <iostream>
#include <vector>

// P = D0 ^ D1 ^ ...,  Q = D0 ^ 2*D1 ^ 4*D2 ^ ... in GF(256) with 0x11d, 16 bytes per thread.
constexpr int DISKS = 8;

struct Stripe { const uint4* disk[DISKS]; };

__device__ __forceinline__ uint32_t times2(uint32_t v)
{
    const uint32_t high = (v >> 7) & 0x01010101u;
    return ((v << 1) & 0xfefefefeu) ^ (high * 0x1du);
}

__device__ __forceinline__ uint4 times2(uint4 v)
{
    return make_uint4(times2(v.x), times2(v.y), times2(v.z), times2(v.w));
}

__device__ __forceinline__ uint4 operator^(uint4 a, uint4 b)
{
    return make_uint4(a.x ^ b.x, a.y ^ b.y, a.z ^ b.z, a.w ^ b.w);
}

__global__ void parity(Stripe s, uint4* __restrict__ p, uint4* __restrict__ q, int n16)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n16) return;
    uint4 P = s.disk[DISKS - 1][i];
    uint4 Q = P;
#pragma unroll
    for (int d = DISKS - 2; d >= 0; --d) {
        const uint4 v = s.disk[d][i];
        P = P ^ v;
        Q = times2(Q) ^ v;
    }
    p[i] = P;
    q[i] = Q;
}

int main()
{
    const size_t chunk = 8u << 20;         // bytes per disk
    std::vector<uint32_t> data(chunk / 4);
    Stripe stripe;
    for (int d = 0; d < DISKS; ++d) {
        for (size_t i = 0; i < data.size(); ++i) data[i] = (uint32_t)(i * 2654435761u + d * 40503u);
        uint4* disk;
        cudaMalloc(&disk, chunk);
        cudaMemcpy(disk, data.data(), chunk, cudaMemcpyHostToDevice);
        stripe.disk[d] = disk;
    }
    uint4 *dP, *dQ;
    cudaMalloc(&dP, chunk);
    cudaMalloc(&dQ, chunk);

    const int n16 = (int)(chunk / 16);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    parity<<<(n16 + 255) / 256, 256>>>(stripe, dP, dQ, n16);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float ms = 0;
    cudaEventElapsedTime(&ms, start, stop);
    std::cout << (DISKS + 2) * chunk / ms / 1e6 << " GB/s\n";
    return 0;
}
