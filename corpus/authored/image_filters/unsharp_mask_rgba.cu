#include <cuda_runtime.h>
#include <iostream>
#include <vector>

// sharpened = original + amount * (original - blurred), where the difference passes a threshold.
// The blur is the 3x3 binomial [1 2 1]x[1 2 1]/16.

struct SharpenParams {
    int   width;
    int   height;
    float amount;
    float threshold;
};

__device__ inline float4 toFloat(uchar4 c) { return make_float4(c.x, c.y, c.z, c.w); }

__device__ inline void axpy(float4& acc, float k, float4 v)
{
    acc.x += k * v.x;
    acc.y += k * v.y;
    acc.z += k * v.z;
}

__device__ inline unsigned char sharpenChannel(float orig, float blur, const SharpenParams& prm)
{
    float diff = orig - blur;
    if (fabsf(diff) < prm.threshold) diff = 0.0f;
    return static_cast<unsigned char>(fminf(fmaxf(orig + prm.amount * diff, 0.0f), 255.0f) + 0.5f);
}

__global__ void unsharpMask(const uchar4* __restrict__ in, uchar4* __restrict__ out, SharpenParams prm)
{
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= prm.width || row >= prm.height) return;

    const int l = max(col - 1, 0), r = min(col + 1, prm.width - 1);
    float4 blur = make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll
    for (int dy = -1; dy <= 1; ++dy) {
        const int y = min(max(row + dy, 0), prm.height - 1);
        const uchar4* line = in + y * prm.width;
        const float wy = dy == 0 ? 0.5f : 0.25f;
        axpy(blur, 0.25f * wy, toFloat(line[l]));
        axpy(blur, 0.50f * wy, toFloat(line[col]));
        axpy(blur, 0.25f * wy, toFloat(line[r]));
    }

    const uchar4 c = in[row * prm.width + col];
    out[row * prm.width + col] = make_uchar4(sharpenChannel(c.x, blur.x, prm),
                                             sharpenChannel(c.y, blur.y, prm),
                                             sharpenChannel(c.z, blur.z, prm), c.w);
}

int main()
{
    SharpenParams prm{2048, 1536, 1.5f, 2.0f};
    const size_t nPixels = size_t(prm.width) * prm.height;

    std::vector<uchar4> photo(nPixels);
    for (size_t i = 0; i < nPixels; ++i) {
        photo[i].x = (i * 7) & 0xff;
        photo[i].y = (i >> 4) & 0xff;
        photo[i].z = (i >> 11) & 0xff;
        photo[i].w = 255;
    }

    uchar4 *dIn, *dOut;
    cudaMalloc(&dIn, nPixels * sizeof(uchar4));
    cudaMalloc(&dOut, nPixels * sizeof(uchar4));
    cudaMemcpy(dIn, photo.data(), nPixels * sizeof(uchar4), cudaMemcpyHostToDevice);

    dim3 block(64, 4);
    dim3 grid((prm.width + 63) / 64, (prm.height + 3) / 4);
    cudaEvent_t t0, t1;
    cudaEventCreate(&t0);
    cudaEventCreate(&t1);
    cudaEventRecord(t0);
    unsharpMask<<<grid, block>>>(dIn, dOut, prm);
    cudaEventRecord(t1);
    cudaEventSynchronize(t1);
    float ms = 0.f;
    cudaEventElapsedTime(&ms, t0, t1);
    std::cout << "unsharp mask: " << ms << " ms, " << 2.0 * nPixels * sizeof(uchar4) / ms * 1e-6 << " GB/s\n";

    cudaFree(dIn);
    cudaFree(dOut);
}
