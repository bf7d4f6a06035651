#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Earthquake trigger: ratio of short-term to long-term average of the squared trace.
// A block handles 512 samples of a station; the energy of these and of the samples before
// them is prefix-summed in shared memory, so that a window costs two reads.

#define CHUNK 512
#define STA 32
#define LTA 512
#define SPAN (CHUNK + LTA)

__global__ void staLta(const float *trace, float *ratio, int samples)
{
    __shared__ float pre[2][SPAN];
    int station = blockIdx.y;
    const float *x = trace + (size_t)station * samples;
    int first = blockIdx.x * CHUNK - LTA;

    for (int k = threadIdx.x; k < SPAN; k += CHUNK)
    {
        int i = first + k;
        float v = (i >= 0 && i < samples) ? x[i] : 0.0f;
        pre[0][k] = v * v;
    }
    __syncthreads();

    int src = 0;
    for (int d = 1; d < SPAN; d *= 2)
    {
        for (int k = threadIdx.x; k < SPAN; k += CHUNK)
            pre[1 - src][k] = pre[src][k] + (k >= d ? pre[src][k - d] : 0.0f);
        src = 1 - src;
        __syncthreads();
    }

    int i = blockIdx.x * CHUNK + threadIdx.x;
    if (i < samples)
    {
        int k = threadIdx.x + LTA;
        float sta = (pre[src][k] - pre[src][k - STA]) / STA;
        float lta = (pre[src][k] - pre[src][k - LTA]) / LTA;
        ratio[(size_t)station * samples + i] = i >= LTA ? sta / (lta + 1e-12f) : 0.0f;
    }
}

int main()
{
    const int stations = 500, samples = 6000;
    size_t n = (size_t)stations * samples;
    float *h = (float *)malloc(n * sizeof(float));
    for (size_t i = 0; i < n; i++)
    {
        float noise = (float)((i * 1103515245u + 12345u) >> 16 & 255) / 255.0f - 0.5f;
        h[i] = i % samples > 4000 ? 8.0f * noise : noise;      // an event at sample 4000
    }
    float *dTrace, *dRatio;
    cudaMalloc(&dTrace, n * sizeof(float));
    cudaMalloc(&dRatio, n * sizeof(float));
    cudaMemcpy(dTrace, h, n * sizeof(float), cudaMemcpyHostToDevice);

    dim3 grid((samples + CHUNK - 1) / CHUNK, stations);
    staLta<<<grid, CHUNK>>>(dTrace, dRatio, samples);

    cudaMemcpy(h, dRatio, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < samples; i++)
        if (h[i] > 4.0f)
        {
            printf("station 0 triggers at sample %d\n", i);
            break;
        }
    cudaFree(dTrace);
    cudaFree(dRatio);
    free(h);
    return 0;
}
