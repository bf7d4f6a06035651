#include <cuda_runtime.h>
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

// LDL^T of the diagonal tiles of a block-diagonal normal matrix (bundle
// adjustment keeps these per camera). One thread per tile, tiles interleaved
// so that neighbouring threads read neighbouring words.

template <int N>
__global__ void ldlt_tiles(float* __restrict__ tiles, int count)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= count) return;

    float a[N * (N + 1) / 2];
#pragma unroll
    for (int e = 0; e < N * (N + 1) / 2; ++e)
        a[e] = tiles[e * count + t];

#pragma unroll
    for (int j = 0; j < N; ++j) {
        float d = a[j * (j + 1) / 2 + j];
#pragma unroll
        for (int k = 0; k < j; ++k) {
            const float l = a[j * (j + 1) / 2 + k];
            d -= l * l * a[k * (k + 1) / 2 + k];
        }
        a[j * (j + 1) / 2 + j] = d;
        const float inv = 1.0f / d;
#pragma unroll
        for (int i = j + 1; i < N; ++i) {
            float s = a[i * (i + 1) / 2 + j];
#pragma unroll
            for (int k = 0; k < j; ++k)
                s -= a[i * (i + 1) / 2 + k] * a[j * (j + 1) / 2 + k] * a[k * (k + 1) / 2 + k];
            a[i * (i + 1) / 2 + j] = s * inv;
        }
    }

#pragma unroll
    for (int e = 0; e < N * (N + 1) / 2; ++e)
        tiles[e * count + t] = a[e];
}

int main()
{
    constexpr int N = 12;
    constexpr int packed = N * (N + 1) / 2;
    const int cameras = 4096;

    thrust::host_vector<float> h(packed * cameras);
    for (int i = 0; i < N; ++i)
        for (int j = 0; j <= i; ++j)
            for (int t = 0; t < cameras; ++t)
                h[(i * (i + 1) / 2 + j) * cameras + t] = (i == j) ? 20.0f + (t % 7) : 0.3f * ((i * j + t) % 3);

    thrust::device_vector<float> d = h;
    ldlt_tiles<N><<<(cameras + 63) / 64, 64>>>(thrust::raw_pointer_cast(d.data()), cameras);
    h = d;

    float smallest = h[0];
    for (int t = 0; t < cameras; ++t)
        if (h[(packed - 1) * cameras + t] < smallest) smallest = h[(packed - 1) * cameras + t];
    printf("smallest last pivot %f\n", smallest);
    return 0;
}
