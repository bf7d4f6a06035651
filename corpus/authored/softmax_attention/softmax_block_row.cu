#include <cfloat>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

// Row softmax with the textbook three passes: maximum, sum of exponentials, scale.
__global__ void rowSoftmax(const float* logits, float* probs, int classes)
{
    extern __shared__ float buf[];
    const float* in = logits + (size_t)blockIdx.x * classes;
    float* out = probs + (size_t)blockIdx.x * classes;
    unsigned t = threadIdx.x;

    float peak = -FLT_MAX;
    for (int c = t; c < classes; c += blockDim.x)
        peak = fmaxf(peak, in[c]);
    buf[t] = peak;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s; s >>= 1) {
        if (t < s) buf[t] = fmaxf(buf[t], buf[t + s]);
        __syncthreads();
    }
    peak = buf[0];
    __syncthreads();

    float total = 0.f;
    for (int c = t; c < classes; c += blockDim.x) {
        float e = expf(in[c] - peak);
        out[c] = e;
        total += e;
    }
    buf[t] = total;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s; s >>= 1) {
        if (t < s) buf[t] += buf[t + s];
        __syncthreads();
    }
    float inv = 1.f / buf[0];

    for (int c = t; c < classes; c += blockDim.x)
        out[c] *= inv;
}

int main()
{
    const int batch = 2048, classes = 5000, threads = 256;
    std::vector<float> logits(batch * classes);
    for (int r = 0; r < batch; ++r)
        for (int c = 0; c < classes; ++c)
            logits[r * classes + c] = 0.002f * ((r * 7 + c * 11) % classes);

    float *dl, *dp;
    cudaMalloc(&dl, logits.size() * sizeof(float));
    cudaMalloc(&dp, logits.size() * sizeof(float));
    cudaMemcpy(dl, logits.data(), logits.size() * sizeof(float), cudaMemcpyHostToDevice);

    rowSoftmax<<<batch, threads, threads * sizeof(float)>>>(dl, dp, classes);

    cudaMemcpy(logits.data(), dp, logits.size() * sizeof(float), cudaMemcpyDeviceToHost);
    for (int r = 0; r < batch; r += 512) {
        double s = 0;
        for (int c = 0; c < classes; ++c) s += logits[r * classes + c];
        printf("row %4d sums to %.7f\n", r, s);
    }
    cudaFree(dl);
    cudaFree(dp);
    return 0;
}
