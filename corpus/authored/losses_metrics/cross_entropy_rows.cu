#include <cuda_runtime.h>
#include <cfloat>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Label-smoothed cross entropy. One block per row, maximum and sum of
// exponentials are gathered together (online form) so that logits are read once.
template <int THREADS>
__global__ void smoothed_cross_entropy(const float* __restrict__ logits, const int* __restrict__ label,
                                       float* __restrict__ loss, int classes, float smoothing)
{
    __shared__ float s_max[THREADS], s_sum[THREADS], s_lin[THREADS];
    const float* row = logits + size_t(blockIdx.x) * classes;
    const int tid = threadIdx.x;

    float m = -FLT_MAX, e = 0.0f, lin = 0.0f;
    for (int c = tid; c < classes; c += THREADS) {
        float z = row[c];
        lin += z;
        if (z > m) {
            e = e * expf(m - z) + 1.0f;
            m = z;
        } else {
            e += expf(z - m);
        }
    }
    s_max[tid] = m;
    s_sum[tid] = e;
    s_lin[tid] = lin;
    __syncthreads();

    for (int s = THREADS / 2; s > 0; s >>= 1) {
        if (tid < s) {
            float m1 = s_max[tid], m2 = s_max[tid + s];
            float mm = fmaxf(m1, m2);
            s_sum[tid] = s_sum[tid] * expf(m1 - mm) + s_sum[tid + s] * expf(m2 - mm);
            s_max[tid] = mm;
            s_lin[tid] += s_lin[tid + s];
        }
        __syncthreads();
    }

    if (tid == 0) {
        float lse = s_max[0] + logf(s_sum[0]);
        float nll = lse - row[label[blockIdx.x]];
        float uniform = lse - s_lin[0] / classes;
        loss[blockIdx.x] = (1.0f - smoothing) * nll + smoothing * uniform;
    }
}

int main()
{
    const int batch = 2048, classes = 10000;
    std::vector<float> logits((size_t)batch * classes);
    std::vector<int> label(batch);
    for (size_t i = 0; i < logits.size(); ++i) logits[i] = (rand() % 4000) / 1000.0f - 2.0f;
    for (int b = 0; b < batch; ++b) label[b] = rand() % classes;

    float *dLogits, *dLoss;
    int* dLabel;
    cudaMalloc(&dLogits, logits.size() * sizeof(float));
    cudaMalloc(&dLoss, batch * sizeof(float));
    cudaMalloc(&dLabel, batch * sizeof(int));
    cudaMemcpy(dLogits, logits.data(), logits.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dLabel, label.data(), batch * sizeof(int), cudaMemcpyHostToDevice);

    smoothed_cross_entropy<256><<<batch, 256>>>(dLogits, dLabel, dLoss, classes, 0.1f);

    std::vector<float> loss(batch);
    cudaMemcpy(loss.data(), dLoss, batch * sizeof(float), cudaMemcpyDeviceToHost);
    double mean = 0;
    for (float l : loss) mean += l / batch;
    printf("mean loss %.5f\n", mean);

    cudaFree(dLogits);
    cudaFree(dLoss);
    cudaFree(dLabel);
    return 0;
}
