#include <cuda_runtime.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

// Incoherent dedispersion of an 8-bit filterbank: for each trial dispersion measure the
// channels are shifted against each other and added up. Delays (in samples) for the block's
// trial are in shared memory; each thread makes four consecutive output samples.

constexpr int CHANNELS = 256;
constexpr int TRIALS = 128;
constexpr int OUT_SAMPLES = 16384;
constexpr int MAX_DELAY = 4096;
constexpr int IN_SAMPLES = OUT_SAMPLES + MAX_DELAY;

__global__ void dedisperse(const uint8_t* __restrict__ filterbank, const int* __restrict__ delays,
                           uint16_t* __restrict__ series)
{
    __shared__ int shift[CHANNELS];
    const int trial = blockIdx.y;
    for (int c = threadIdx.x; c < CHANNELS; c += blockDim.x)
        shift[c] = delays[trial * CHANNELS + c];
    __syncthreads();

    const int t0 = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    unsigned acc[4] = {0, 0, 0, 0};
    for (int c = 0; c < CHANNELS; ++c) {
        const uint8_t* row = filterbank + (size_t)c * IN_SAMPLES + t0 + shift[c];
#pragma unroll
        for (int k = 0; k < 4; ++k)
            acc[k] += row[k * blockDim.x];
    }
#pragma unroll
    for (int k = 0; k < 4; ++k)
        series[(size_t)trial * OUT_SAMPLES + t0 + k * blockDim.x] = (uint16_t)acc[k];
}

int main()
{
    std::vector<uint8_t> fb((size_t)CHANNELS * IN_SAMPLES);
    for (size_t i = 0; i < fb.size(); ++i)
        fb[i] = (uint8_t)((i * 2246822519u) >> 27);

    std::vector<int> delays(TRIALS * CHANNELS);
    for (int d = 0; d < TRIALS; ++d)
        for (int c = 0; c < CHANNELS; ++c) {
            const double f = 1.5 - 0.3 * c / CHANNELS;                       // GHz
            delays[d * CHANNELS + c] = (int)(100.0 * d * (1.0 / (f * f) - 1.0 / (1.5 * 1.5)));
        }

    uint8_t* dFb;
    int* dDelays;
    uint16_t* dSeries;
    cudaMalloc(&dFb, fb.size());
    cudaMalloc(&dDelays, delays.size() * sizeof(int));
    cudaMalloc(&dSeries, (size_t)TRIALS * OUT_SAMPLES * sizeof(uint16_t));
    cudaMemcpy(dFb, fb.data(), fb.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(dDelays, delays.data(), delays.size() * sizeof(int), cudaMemcpyHostToDevice);

    dedisperse<<<dim3(OUT_SAMPLES / 512, TRIALS), 128>>>(dFb, dDelays, dSeries);

    std::vector<uint16_t> series((size_t)TRIALS * OUT_SAMPLES);
    cudaMemcpy(series.data(), dSeries, series.size() * sizeof(uint16_t), cudaMemcpyDeviceToHost);
    unsigned best = 0;
    for (uint16_t v : series) best = v > best ? v : best;
    std::printf("highest dedispersed sample %u\n", best);
    cudaFree(dFb);
    cudaFree(dDelays);
    cudaFree(dSeries);
}
