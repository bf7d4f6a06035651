#include <cmath>
#include <cstdio>
#include <vector>

namespace {

constexpr int   kSegments = 1024;
constexpr float kRange    = 8.0f;        // table covers [-8, 8]
constexpr int   kThreads  = 256;
constexpr int   kBlocks   = 264;

__global__ void sigmoidByTable(const float* __restrict__ table,
                               const float* __restrict__ in,
                               float* __restrict__ out, int n)
{
    __shared__ float lut[kSegments + 1];
    for (int j = threadIdx.x; j <= kSegments; j += blockDim.x)
        lut[j] = table[j];
    __syncthreads();

    const float toIndex = kSegments / (2.0f * kRange);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float pos = (in[i] + kRange) * toIndex;
        pos = fminf(fmaxf(pos, 0.0f), kSegments - 0.001f);
        const int   cell = static_cast<int>(pos);
        const float frac = pos - cell;
        out[i] = lut[cell] + frac * (lut[cell + 1] - lut[cell]);
    }
}

} // namespace

int main()
{
    const int n = 3000000;

    std::vector<float> table(kSegments + 1);
    for (int j = 0; j <= kSegments; ++j)
        table[j] = 1.0f / (1.0f + std::exp(kRange - j * (2.0f * kRange / kSegments)));

    std::vector<float> samples(n);
    for (int i = 0; i < n; ++i)
        samples[i] = 10.0f * std::sin(0.37f * i);

    float *dTable, *dIn, *dOut;
    cudaMalloc(&dTable, table.size() * sizeof(float));
    cudaMalloc(&dIn, n * sizeof(float));
    cudaMalloc(&dOut, n * sizeof(float));
    cudaMemcpy(dTable, table.data(), table.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dIn, samples.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    sigmoidByTable<<<kBlocks, kThreads>>>(dTable, dIn, dOut, n);

    std::vector<float> got(n);
    cudaMemcpy(got.data(), dOut, n * sizeof(float), cudaMemcpyDeviceToHost);
    float worst = 0;
    for (int i = 0; i < n; i += 101)
        worst = std::fmax(worst, std::fabs(got[i] - 1.0f / (1.0f + std::exp(-samples[i]))));
    std::printf("worst deviation %.2e\n", worst);

    cudaFree(dTable);
    cudaFree(dIn);
    cudaFree(dOut);
}
