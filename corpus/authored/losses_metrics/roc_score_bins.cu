#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int BINS = 1024;

// Histograms of the scores of positives and negatives. Both counters of a bin
// are packed into one 64-bit word: one atomic whichever class the sample has.
__global__ void scoreBins(const float* __restrict__ score, const unsigned char* __restrict__ positive,
                          unsigned long long* __restrict__ bins, int n)
{
    __shared__ unsigned long long part[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) part[b] = 0ull;
    __syncthreads();

    const int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int b = min((int)(score[i] * BINS), BINS - 1);
        atomicAdd(&part[b], positive[i] ? (1ull << 32) : 1ull);
    }
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x) atomicAdd(&bins[b], part[b]);
}

int main()
{
    const int n = 4000000;
    std::vector<float> score(n);
    std::vector<unsigned char> pos(n);
    for (int i = 0; i < n; ++i) {
        score[i] = rand() / (RAND_MAX + 1.0f);
        pos[i] = i % 8 == 0;
    }

    float* dScore;
    unsigned char* dPos;
    unsigned long long* dBins;
    cudaMalloc(&dScore, n * sizeof(float));
    cudaMalloc(&dPos, n);
    cudaMalloc(&dBins, BINS * sizeof(unsigned long long));
    cudaMemcpy(dScore, score.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dPos, pos.data(), n, cudaMemcpyHostToDevice);
    cudaMemset(dBins, 0, BINS * sizeof(unsigned long long));

    scoreBins<<<264, 512>>>(dScore, dPos, dBins, n);

    std::vector<unsigned long long> bins(BINS);
    cudaMemcpy(bins.data(), dBins, BINS * sizeof(unsigned long long), cudaMemcpyDeviceToHost);

    // trapezoid area under the curve from the binned counts
    double below = 0, area = 0, P = 0;
    for (int b = 0; b < BINS; ++b) {
        double p = bins[b] >> 32, q = bins[b] & 0xffffffffull;
        area += p * (below + 0.5 * q);
        below += q;
        P += p;
    }
    printf("AUC %.4f on %.0f positives\n", area / (P * below), P);
    cudaFree(dScore);
    cudaFree(dPos);
    cudaFree(dBins);
}
