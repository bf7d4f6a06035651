#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>
#include <cuda_runtime.h>

// ASCII -> 2 bit: (c >> 1) & 3 maps A,C,T,G to 0,1,2,3 without a table.
// A thread turns 16 characters (one uint4) into one 32-bit word.

__device__ __forceinline__ uint32_t squeeze(uint32_t four)
{
    uint32_t x = (four >> 1) & 0x03030303u;
    x = (x | (x >> 6)) & 0x000f000fu;
    return (x | (x >> 12)) & 0xffu;
}

__global__ void pack(const uint4* __restrict__ ascii, uint32_t* __restrict__ packed, size_t n16)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n16) return;
    uint4 v = ascii[i];
    packed[i] = squeeze(v.x) | squeeze(v.y) << 8 | squeeze(v.z) << 16 | squeeze(v.w) << 24;
}

struct CudaDeleter { void operator()(void* p) const { cudaFree(p); } };

template <class T>
std::unique_ptr<T, CudaDeleter> deviceAlloc(size_t count)
{
    T* p = nullptr;
    cudaMalloc(&p, count * sizeof(T));
    return std::unique_ptr<T, CudaDeleter>(p);
}

int main()
{
    const size_t bases = 64u << 20;
    std::vector<char> ascii(bases);
    for (size_t i = 0; i < bases; ++i) ascii[i] = "ACTG"[(i * 3 + (i >> 5)) & 3];

    auto dAscii = deviceAlloc<uint4>(bases / 16);
    auto dPacked = deviceAlloc<uint32_t>(bases / 16);
    cudaMemcpy(dAscii.get(), ascii.data(), bases, cudaMemcpyHostToDevice);

    const int block = 256;
    pack<<<(unsigned)(bases / 16 / block), block>>>(dAscii.get(), dPacked.get(), bases / 16);

    std::vector<uint32_t> packed(bases / 16);
    cudaMemcpy(packed.data(), dPacked.get(), packed.size() * 4, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < 1000; ++i)
        if (((packed[i / 16] >> (2 * (i % 16))) & 3) != ((ascii[i] >> 1) & 3)) {
            std::printf("base %zu differs\n", i);
            return 1;
        }
    std::printf("packed %zu bases\n", bases);
    return 0;
}
