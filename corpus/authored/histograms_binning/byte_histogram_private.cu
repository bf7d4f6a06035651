#include <cuda_runtime.h>
#include <cstdint>
#include <iostream>
#include <vector>

// Grey-level histogram of an image. Each warp counts into a copy of its own,
// which keeps most of the collisions of flat image regions within one warp.

constexpr int kBins = 256;
constexpr int kWarpsPerBlock = 8;

__global__ void __launch_bounds__(kWarpsPerBlock * 32)
greyHistogram(const uchar4* __restrict__ pixels, int quads, uint32_t* __restrict__ hist)
{
    __shared__ uint32_t copies[kWarpsPerBlock][kBins];
    for (int b = threadIdx.x; b < kWarpsPerBlock * kBins; b += blockDim.x)
        (&copies[0][0])[b] = 0;
    __syncthreads();

    uint32_t* mine = copies[threadIdx.x / 32];
    for (int q = blockIdx.x * blockDim.x + threadIdx.x; q < quads; q += gridDim.x * blockDim.x) {
        const uchar4 p = pixels[q];
        atomicAdd(mine + p.x, 1u);
        atomicAdd(mine + p.y, 1u);
        atomicAdd(mine + p.z, 1u);
        atomicAdd(mine + p.w, 1u);
    }
    __syncthreads();

    // 256 threads, one bin each
    uint32_t sum = 0;
#pragma unroll
    for (int w = 0; w < kWarpsPerBlock; ++w)
        sum += copies[w][threadIdx.x];
    if (sum) atomicAdd(hist + threadIdx.x, sum);
}

int main()
{
    const int edge = 4096;
    std::vector<uint8_t> image(edge * edge);
    for (int y = 0; y < edge; ++y)
        for (int x = 0; x < edge; ++x)
            image[y * edge + x] = (uint8_t)((x / 16 + y / 16) % 256);

    uint8_t* dImage;
    uint32_t* dHist;
    cudaMalloc(&dImage, image.size());
    cudaMalloc(&dHist, kBins * sizeof(uint32_t));
    cudaMemcpy(dImage, image.data(), image.size(), cudaMemcpyHostToDevice);
    cudaMemset(dHist, 0, kBins * sizeof(uint32_t));

    greyHistogram<<<396, kWarpsPerBlock * 32>>>(reinterpret_cast<const uchar4*>(dImage), edge * edge / 4, dHist);

    std::vector<uint32_t> hist(kBins), ref(kBins, 0u);
    cudaMemcpy(hist.data(), dHist, kBins * sizeof(uint32_t), cudaMemcpyDeviceToHost);
    for (uint8_t v : image) ++ref[v];
    std::cout << (hist == ref ? "match" : "MISMATCH") << '\n';
    cudaFree(dImage);
    cudaFree(dHist);
    return hist == ref ? 0 : 1;
}
