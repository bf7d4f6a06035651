// Stereo matching on census signatures.
//   censusTransform: 7x5 neighbourhood -> 34-bit signature
//   bestDisparity:   winner-takes-all over 64 disparities, Hamming distance summed over 5 pixels
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

using u64 = unsigned long long;

constexpr int kW = 960, kH = 540, kMaxDisp = 64;

__global__ void censusTransform(const unsigned char* __restrict__ img, u64* __restrict__ sig)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= kW || y >= kH) return;
    const int c = img[y * kW + x];
    u64 bits = 0;
    for (int j = -2; j <= 2; ++j)
        for (int i = -3; i <= 3; ++i) {
            if (i == 0 && j == 0) continue;
            const int xx = min(max(x + i, 0), kW - 1);
            const int yy = min(max(y + j, 0), kH - 1);
            bits = (bits << 1) | (img[yy * kW + xx] < c ? 1u : 0u);
        }
    sig[y * kW + x] = bits;
}

__global__ void bestDisparity(const u64* __restrict__ left, const u64* __restrict__ right,
                              unsigned char* __restrict__ disp)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y;
    if (x >= kW) return;

    // keep the left support in registers, slide along the right line
    u64 l[5];
#pragma unroll
    for (int k = 0; k < 5; ++k)
        l[k] = left[y * kW + min(max(x + k - 2, 0), kW - 1)];

    u64 r[5];
#pragma unroll
    for (int k = 0; k < 5; ++k)
        r[k] = right[y * kW + min(max(x + k - 2, 0), kW - 1)];

    int best = 0, bestCost = 1 << 30;
    for (int d = 0; d < kMaxDisp; ++d) {
        int cost = 0;
#pragma unroll
        for (int k = 0; k < 5; ++k)
            cost += __popcll(l[k] ^ r[k]);
        if (cost < bestCost) {
            bestCost = cost;
            best = d;
        }
#pragma unroll
        for (int k = 4; k > 0; --k)
            r[k] = r[k - 1];
        r[0] = right[y * kW + max(x - 3 - d, 0)];
    }
    disp[y * kW + x] = (unsigned char)best;
}

int main()
{
    std::vector<unsigned char> L(kW * kH), R(kW * kH);
    unsigned s = 1u;
    for (int i = 0; i < kW * kH; ++i) {
        s = s * 69069u + 1u;
        L[i] = (unsigned char)(s >> 24);
    }
    for (int y = 0; y < kH; ++y)
        for (int x = 0; x < kW; ++x)
            R[y * kW + x] = L[y * kW + (x + 20 < kW ? x + 20 : kW - 1)];   // scene at disparity 20

    unsigned char *dL, *dR, *dDisp;
    u64 *sL, *sR;
    cudaMalloc(&dL, kW * kH);
    cudaMalloc(&dR, kW * kH);
    cudaMalloc(&dDisp, kW * kH);
    cudaMalloc(&sL, kW * kH * sizeof(u64));
    cudaMalloc(&sR, kW * kH * sizeof(u64));
    cudaMemcpy(dL, L.data(), L.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(dR, R.data(), R.size(), cudaMemcpyHostToDevice);

    const dim3 b(32, 8), g((kW + 31) / 32, (kH + 7) / 8);
    censusTransform<<<g, b>>>(dL, sL);
    censusTransform<<<g, b>>>(dR, sR);
    bestDisparity<<<dim3((kW + 191) / 192, kH), 192>>>(sL, sR, dDisp);

    cudaMemcpy(L.data(), dDisp, L.size(), cudaMemcpyDeviceToHost);
    int right = 0;
    for (unsigned char d : L) right += d == 20;
    std::printf("%.1f %% at the true disparity\n", 100.0 * right / L.size());
    for (void* p : {(void*)dL, (void*)dR, (void*)dDisp, (void*)sL, (void*)sR}) cudaFree(p);
}
