// Group normalisation for channels-last diffusion U-Net activations.
#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>

static const int BATCH = 8, HW = 32 * 32, CH = 256, GROUPS = 32;
static const int CPG = CH / GROUPS;   // 8 channels in each group

__global__ void group_norm_nhwc(const float* __restrict__ x, float* __restrict__ y,
                                const float* __restrict__ gamma, const float* __restrict__ beta)
{
    extern __shared__ float scratch[];   // 2 * blockDim.x floats
    float* sSum = scratch;
    float* sSq  = scratch + blockDim.x;

    int g = blockIdx.x, img = blockIdx.y, tid = threadIdx.x;
    int ch = tid % CPG;                  // neighbouring threads read neighbouring channels
    int px0 = tid / CPG, pxStep = blockDim.x / CPG;
    size_t base = (size_t)img * HW * CH + g * CPG + ch;

    float s = 0.0f, q = 0.0f;
    for (int p = px0; p < HW; p += pxStep) {
        float v = x[base + (size_t)p * CH];
        s += v;
        q += v * v;
    }
    sSum[tid] = s;
    sSq[tid]  = q;
    __syncthreads();
    for (int k = blockDim.x >> 1; k >= 1; k >>= 1) {
        if (tid < k) {
            sSum[tid] += sSum[tid + k];
            sSq[tid]  += sSq[tid + k];
        }
        __syncthreads();
    }

    const float cnt  = (float)(HW * CPG);
    const float mu   = sSum[0] / cnt;
    const float rstd = rsqrtf(sSq[0] / cnt - mu * mu + 1e-6f);
    const float a = gamma[g * CPG + ch] * rstd;
    const float b = beta[g * CPG + ch] - mu * a;

    for (int p = px0; p < HW; p += pxStep)
        y[base + (size_t)p * CH] = x[base + (size_t)p * CH] * a + b;
}

int main()
{
    size_t n = (size_t)BATCH * HW * CH;
    std::vector<float> x(n), gamma(CH), beta(CH);
    for (size_t i = 0; i < n; i++) x[i] = 0.5f + 0.001f * (i % 1777);
    for (int c = 0; c < CH; c++) { gamma[c] = 1.0f + c / 1000.0f; beta[c] = -0.1f; }

    float *dx, *dy, *dg, *db;
    cudaMalloc((void**)&dx, n * 4);
    cudaMalloc((void**)&dy, n * 4);
    cudaMalloc((void**)&dg, CH * 4);
    cudaMalloc((void**)&db, CH * 4);
    cudaMemcpy(dx, &x[0], n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dg, &gamma[0], CH * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(db, &beta[0], CH * 4, cudaMemcpyHostToDevice);

    const int threads = 512;
    group_norm_nhwc<<<dim3(GROUPS, BATCH), threads, 2 * threads * sizeof(float)>>>(dx, dy, dg, db);
    cudaMemcpy(&x[0], dy, n * 4, cudaMemcpyDeviceToHost);
    printf("%f %f\n", x[0], x[n - 1]);
    cudaFree(dx); cudaFree(dy); cudaFree(dg); cudaFree(db);
    return 0;
}
