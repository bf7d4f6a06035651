// Otsu threshold per slice: histograms are ready, one warp looks for the bin that splits
// the grey levels with the largest between-class variance. Every lane owns 8 bins.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr unsigned ALL = 0xffffffffu;
constexpr int BINS = 256, PER_LANE = BINS / 32;

__device__ inline float warpScan(float v, int lane)
{
    for (int d = 1; d < 32; d *= 2) {
        const float o = __shfl_up_sync(ALL, v, d);
        if (lane >= d) v += o;
    }
    return v;
}

__global__ void otsuThreshold(const unsigned* __restrict__ hist, int* __restrict__ threshold, int slices)
{
    const int lane = threadIdx.x % 32;
    const int slice = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (slice >= slices) return;

    float count[PER_LANE], n = 0.f, m = 0.f;
    for (int k = 0; k < PER_LANE; ++k) {
        const int bin = lane * PER_LANE + k;
        count[k] = (float)hist[slice * BINS + bin];
        n += count[k];
        m += count[k] * bin;
    }
    const float nInc = warpScan(n, lane), mInc = warpScan(m, lane);
    const float nAll = __shfl_sync(ALL, nInc, 31), mAll = __shfl_sync(ALL, mInc, 31);

    float w = nInc - n, s = mInc - m;      // mass and moment below this lane's bins
    float best = -1.f;
    int where = 0;
    for (int k = 0; k < PER_LANE; ++k) {
        const int bin = lane * PER_LANE + k;
        w += count[k];
        s += count[k] * bin;
        const float rest = nAll - w;
        if (w > 0.f && rest > 0.f) {
            const float d = s / w - (mAll - s) / rest;
            const float between = w * rest * d * d;
            if (between > best) {
                best = between;
                where = bin;
            }
        }
    }
    for (int d = 16; d > 0; d /= 2) {
        const float ob = __shfl_xor_sync(ALL, best, d);
        const int ow = __shfl_xor_sync(ALL, where, d);
        if (ob > best || (ob == best && ow < where)) {
            best = ob;
            where = ow;
        }
    }
    if (lane == 0) threshold[slice] = where;
}

int main()
{
    const int slices = 200;
    std::vector<unsigned> hist(slices * BINS);
    for (int s = 0; s < slices; ++s)
        for (int b = 0; b < BINS; ++b) {
            const int d1 = b - 60, d2 = b - 170 - s % 20;
            hist[s * BINS + b] = 20 + (d1 * d1 < 900 ? 900 - d1 * d1 : 0) + (d2 * d2 < 400 ? 400 - d2 * d2 : 0);
        }
    unsigned* dHist;
    int* dThr;
    cudaMalloc(&dHist, hist.size() * sizeof(unsigned));
    cudaMalloc(&dThr, slices * sizeof(int));
    cudaMemcpy(dHist, hist.data(), hist.size() * sizeof(unsigned), cudaMemcpyHostToDevice);

    otsuThreshold<<<(slices + 3) / 4, 128>>>(dHist, dThr, slices);

    std::vector<int> thr(slices);
    cudaMemcpy(thr.data(), dThr, slices * sizeof(int), cudaMemcpyDeviceToHost);
    for (int s = 0; s < slices; s += 40) std::printf("slice %d: %d\n", s, thr[s]);
    cudaFree(dHist);
    cudaFree(dThr);
}
