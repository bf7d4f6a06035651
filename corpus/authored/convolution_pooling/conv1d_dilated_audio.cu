#include <cstdio>
#include <cmath>

// WaveNet-like causal filter: y[t] = sum_k tap[k] * x[t - k*dilation]
enum { TAPS = 16, DILATION = 4, LEN = 65536, SIGNALS = 16, BLOCK = 256, PER_THREAD = 4 };
enum { HALO = (TAPS - 1) * DILATION, TILE = BLOCK * PER_THREAD };

__constant__ float tap[TAPS];

__global__ void causal_dilated(const float *x, float *y)
{
    __shared__ float line[TILE + HALO];
    const float *sig = x + (size_t)blockIdx.y * LEN;
    float *dst = y + (size_t)blockIdx.y * LEN;
    const int t0 = blockIdx.x * TILE;

    for (int i = threadIdx.x; i < TILE + HALO; i += BLOCK) {
        int t = t0 + i - HALO;
        line[i] = t < 0 ? 0.0f : sig[t];
    }
    __syncthreads();

    float acc[PER_THREAD] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll
    for (int k = 0; k < TAPS; ++k) {
        float c = tap[k];
#pragma unroll
        for (int u = 0; u < PER_THREAD; ++u)
            acc[u] += c * line[threadIdx.x + u * BLOCK + HALO - k * DILATION];
    }
#pragma unroll
    for (int u = 0; u < PER_THREAD; ++u)
        dst[t0 + threadIdx.x + u * BLOCK] = acc[u];
}

int main()
{
    float hTap[TAPS];
    for (int k = 0; k < TAPS; ++k)
        hTap[k] = 0.5f - 0.5f * cosf(6.2831853f * k / (TAPS - 1));

    float *hx = new float[SIGNALS * LEN];
    for (int s = 0; s < SIGNALS; ++s)
        for (int t = 0; t < LEN; ++t)
            hx[s * LEN + t] = sinf(0.01f * (s + 1) * t);

    float *x, *y;
    size_t bytes = sizeof(float) * SIGNALS * LEN;
    cudaMalloc(&x, bytes);
    cudaMalloc(&y, bytes);
    cudaMemcpyToSymbol(tap, hTap, sizeof(hTap));
    cudaMemcpy(x, hx, bytes, cudaMemcpyHostToDevice);

    causal_dilated<<<dim3(LEN / TILE, SIGNALS), BLOCK>>>(x, y);

    float *hy = new float[SIGNALS * LEN];
    cudaMemcpy(hy, y, bytes, cudaMemcpyDeviceToHost);
    float ref = 0;
    const int probe = 3 * LEN + 4000;
    for (int k = 0; k < TAPS; ++k) ref += hTap[k] * hx[probe - k * DILATION];
    printf("probe %f ref %f\n", hy[probe], ref);

    cudaFree(x); cudaFree(y);
    delete[] hx; delete[] hy;
    return fabsf(ref - hy[probe]) < 1e-3f ? 0 : 1;
}
