// Aperture photometry of catalogue stars on a CCD frame: flux inside radius 5, sky level from
// the ring 9..13, both by one warp over the 27x27 box around the star.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <vector>

struct Star { float x, y; };
struct Photometry { float flux, sky, error; };

constexpr int kBox = 13;
constexpr float kAperture = 5.f, kSkyIn = 9.f, kSkyOut = 13.f;

template <typename T>
__device__ T warpSum(T v)
{
    for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void photometer(const uint16_t* __restrict__ frame, int w, int h, const Star* __restrict__ stars,
                           int nStars, Photometry* __restrict__ result, float gain)
{
    const int star = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const int lane = threadIdx.x & 31;
    if (star >= nStars) return;

    const Star c = stars[star];
    const int cx = __float2int_rn(c.x), cy = __float2int_rn(c.y);
    float flux = 0.f, sky = 0.f, sky2 = 0.f;
    int nAp = 0, nSky = 0;

    for (int dy = -kBox; dy <= kBox; ++dy) {
        const int dx = lane - kBox;
        const int x = cx + dx, y = cy + dy;
        if (dx > kBox || x < 0 || x >= w || y < 0 || y >= h) continue;
        const float rx = x - c.x, ry = y - c.y, r2 = rx * rx + ry * ry;
        const float v = frame[(size_t)y * w + x];
        if (r2 <= kAperture * kAperture) {
            flux += v;
            ++nAp;
        } else if (r2 >= kSkyIn * kSkyIn && r2 <= kSkyOut * kSkyOut) {
            sky += v;
            sky2 += v * v;
            ++nSky;
        }
    }
    flux = warpSum(flux);
    sky = warpSum(sky);
    sky2 = warpSum(sky2);
    nAp = warpSum(nAp);
    nSky = warpSum(nSky);

    if (lane == 0) {
        const float mean = sky / max(nSky, 1);
        const float var = fmaxf(sky2 / max(nSky, 1) - mean * mean, 0.f);
        const float net = flux - nAp * mean;
        result[star] = Photometry{net, mean, sqrtf(fmaxf(net, 0.f) / gain + nAp * var)};
    }
}

int main()
{
    const int w = 2048, h = 2048, nStars = 4000;
    std::vector<uint16_t> frame((size_t)w * h);
    for (size_t i = 0; i < frame.size(); ++i) frame[i] = (uint16_t)(800 + (i * 40503u >> 8) % 37);
    std::vector<Star> stars(nStars);
    for (int s = 0; s < nStars; ++s) {
        stars[s].x = 20.f + (s % 64) * 31.3f;
        stars[s].y = 20.f + (s / 64) * 31.7f;
        for (int k = -2; k <= 2; ++k)
            for (int j = -2; j <= 2; ++j)
                frame[(size_t)((int)stars[s].y + k) * w + (int)stars[s].x + j] += 400;
    }

    uint16_t* dFrame;
    Star* dStars;
    Photometry* dRes;
    cudaMalloc(&dFrame, frame.size() * sizeof(uint16_t));
    cudaMalloc(&dStars, nStars * sizeof(Star));
    cudaMalloc(&dRes, nStars * sizeof(Photometry));
    cudaMemcpy(dFrame, frame.data(), frame.size() * sizeof(uint16_t), cudaMemcpyHostToDevice);
    cudaMemcpy(dStars, stars.data(), nStars * sizeof(Star), cudaMemcpyHostToDevice);

    photometer<<<(nStars * 32 + 255) / 256, 256>>>(dFrame, w, h, dStars, nStars, dRes, 1.7f);

    std::vector<Photometry> res(nStars);
    cudaMemcpy(res.data(), dRes, nStars * sizeof(Photometry), cudaMemcpyDeviceToHost);
    std::printf("star 0: flux %.0f +- %.0f over sky %.1f\n", res[0].flux, res[0].error, res[0].sky);
    cudaFree(dFrame);
    cudaFree(dStars);
    cudaFree(dRes);
    return 0;
}
