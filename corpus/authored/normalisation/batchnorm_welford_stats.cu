#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Running (count, mean, M2) triple of Welford's method.
struct Moments
{
    float n;
    float mean;
    float m2;
};

__device__ Moments combine(Moments a, Moments b)
{
    Moments r;
    r.n = a.n + b.n;
    float delta = b.mean - a.mean;
    float w = r.n > 0.f ? b.n / r.n : 0.f;
    r.mean = a.mean + delta * w;
    r.m2 = a.m2 + b.m2 + delta * delta * a.n * w;
    return r;
}

__global__ void channelStats(const float *act, float *mean, float *invStd,
                             float *runMean, float *runVar,
                             int batch, int channels, int plane, float momentum)
{
    __shared__ Moments part[256];

    const int c = blockIdx.x;
    Moments m = {0.f, 0.f, 0.f};

    for (int b = 0; b < batch; ++b)
    {
        const float *p = act + ((size_t)b * channels + c) * plane;
        for (int i = threadIdx.x; i < plane; i += blockDim.x)
        {
            float v = p[i];
            m.n += 1.f;
            float d = v - m.mean;
            m.mean += d / m.n;
            m.m2 += d * (v - m.mean);
        }
    }
    part[threadIdx.x] = m;
    __syncthreads();

    for (int half = blockDim.x / 2; half > 0; half /= 2)
    {
        if (threadIdx.x < half)
            part[threadIdx.x] = combine(part[threadIdx.x], part[threadIdx.x + half]);
        __syncthreads();
    }

    if (threadIdx.x == 0)
    {
        float var = part[0].m2 / part[0].n;
        mean[c] = part[0].mean;
        invStd[c] = rsqrtf(var + 1e-5f);
        runMean[c] = (1.f - momentum) * runMean[c] + momentum * part[0].mean;
        runVar[c] = (1.f - momentum) * runVar[c] + momentum * var * part[0].n / (part[0].n - 1.f);
    }
}

int main()
{
    const int B = 32, C = 64, H = 28, W = 28;
    const int total = B * C * H * W;

    float *host = new float[total];
    for (int i = 0; i < total; ++i)
    {
        int c = (i / (H * W)) % C;
        host[i] = c * 0.1f + (rand() / (float)RAND_MAX - 0.5f);
    }

    float *act, *stats;
    cudaMalloc(&act, sizeof(float) * total);
    cudaMalloc(&stats, sizeof(float) * C * 4);
    cudaMemcpy(act, host, sizeof(float) * total, cudaMemcpyHostToDevice);
    cudaMemset(stats, 0, sizeof(float) * C * 4);

    channelStats<<<C, 256>>>(act, stats, stats + C, stats + 2 * C, stats + 3 * C, B, C, H * W, 0.1f);

    float result[4 * 64];
    cudaMemcpy(result, stats, sizeof(result), cudaMemcpyDeviceToHost);
    for (int c = 0; c < C; c += 16)
        printf("channel %2d mean %.4f inv_std %.4f\n", c, result[c], result[C + c]);

    cudaFree(act);
    cudaFree(stats);
    delete[] host;
    return 0;
}
