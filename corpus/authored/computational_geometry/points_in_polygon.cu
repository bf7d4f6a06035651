#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

// Even-odd test of many GPS fixes against one long boundary polygon. The polygon streams
// through shared memory, 256 vertices at a time, one more for the closing edge of the piece.

constexpr int CHUNK = 256;

__global__ void insidePolygon(const float2* __restrict__ points, int nPoints,
                              const float2* __restrict__ ring, int nRing,   // ring[nRing] == ring[0]
                              unsigned char* __restrict__ inside)
{
    __shared__ float2 v[CHUNK + 1];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 p = make_float2(0.f, 0.f);
    if (i < nPoints)
        p = points[i];

    bool in = false;
    for (int first = 0; first < nRing; first += CHUNK) {
        const int edges = min(CHUNK, nRing - first);
        for (int k = threadIdx.x; k <= edges; k += blockDim.x)
            v[k] = ring[first + k];
        __syncthreads();
        for (int k = 0; k < edges; ++k) {
            const float2 a = v[k], b = v[k + 1];
            if ((a.y > p.y) != (b.y > p.y)) {
                const float xCross = a.x + (p.y - a.y) * (b.x - a.x) / (b.y - a.y);
                if (p.x < xCross)
                    in = !in;
            }
        }
        __syncthreads();
    }
    if (i < nPoints)
        inside[i] = in ? 1 : 0;
}

int main()
{
    const int nPoints = 500000, nRing = 720;
    std::vector<float2> ring(nRing + 1), pts(nPoints);
    for (int k = 0; k <= nRing; ++k) {
        const float a = 6.28318531f * (k % nRing) / nRing;
        const float r = 10.f + 2.f * std::sin(9.f * a);
        ring[k].x = r * std::cos(a);
        ring[k].y = r * std::sin(a);
    }
    for (int i = 0; i < nPoints; ++i) {
        pts[i].x = -15.f + 30.f * ((i * 7919LL) % 10007) / 10007.f;
        pts[i].y = -15.f + 30.f * ((i * 104729LL) % 10009) / 10009.f;
    }

    float2 *dPts, *dRing;
    unsigned char* dIn;
    cudaMalloc(&dPts, nPoints * sizeof(float2));
    cudaMalloc(&dRing, (nRing + 1) * sizeof(float2));
    cudaMalloc(&dIn, nPoints);
    cudaMemcpy(dPts, pts.data(), nPoints * sizeof(float2), cudaMemcpyHostToDevice);
    cudaMemcpy(dRing, ring.data(), (nRing + 1) * sizeof(float2), cudaMemcpyHostToDevice);

    insidePolygon<<<(nPoints + 255) / 256, 256>>>(dPts, nPoints, dRing, nRing, dIn);

    std::vector<unsigned char> in(nPoints);
    cudaMemcpy(in.data(), dIn, nPoints, cudaMemcpyDeviceToHost);
    int n = 0;
    for (unsigned char f : in) n += f;
    std::printf("share inside %.4f, area says %.4f\n", double(n) / nPoints, 3.14159265 * 102.0 / 900.0);
    cudaFree(dPts);
    cudaFree(dRing);
    cudaFree(dIn);
}
