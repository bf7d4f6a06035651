#include <cuda_runtime.h>
#include <iostream>
#include <vector>

static const int N_ROWS = 32768;
static const int N_FEAT = 96;        // three features a lane

__global__ void logisticGradient(const float* X, const float* y, const float* w, float* grad, float* loss)
{
    __shared__ float blockGrad[N_FEAT];
    int lane = threadIdx.x & 31;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int nWarps = (gridDim.x * blockDim.x) >> 5;

    if (threadIdx.x < N_FEAT) blockGrad[threadIdx.x] = 0.0f;
    __syncthreads();

    float w0 = w[lane], w1 = w[lane + 32], w2 = w[lane + 64];
    float g0 = 0, g1 = 0, g2 = 0, nll = 0;

    for (int r = warp; r < N_ROWS; r += nWarps) {
        const float* x = X + r * N_FEAT;
        float x0 = x[lane], x1 = x[lane + 32], x2 = x[lane + 64];
        float z = x0 * w0 + x1 * w1 + x2 * w2;
        for (int d = 16; d > 0; d >>= 1) z += __shfl_xor_sync(0xffffffff, z, d);

        float p = 1.0f / (1.0f + expf(-z));
        float err = p - y[r];
        g0 += err * x0;
        g1 += err * x1;
        g2 += err * x2;
        nll += fmaxf(z, 0.0f) - z * y[r] + log1pf(expf(-fabsf(z)));
    }

    atomicAdd(&blockGrad[lane], g0);
    atomicAdd(&blockGrad[lane + 32], g1);
    atomicAdd(&blockGrad[lane + 64], g2);
    if (lane == 0) atomicAdd(loss, nll / N_ROWS);
    __syncthreads();
    if (threadIdx.x < N_FEAT) atomicAdd(&grad[threadIdx.x], blockGrad[threadIdx.x] / N_ROWS);
}

int main()
{
    std::vector<float> X(N_ROWS * N_FEAT), y(N_ROWS), w(N_FEAT, 0.0f);
    for (int r = 0; r < N_ROWS; r++) {
        y[r] = r % 2;
        for (int f = 0; f < N_FEAT; f++)
            X[r * N_FEAT + f] = ((r * 3 + f * 5) % 11) * 0.1f - 0.5f;
    }

    float *dX, *dy, *dw, *dg;
    cudaMalloc(&dX, X.size() * sizeof(float));
    cudaMalloc(&dy, y.size() * sizeof(float));
    cudaMalloc(&dw, w.size() * sizeof(float));
    cudaMalloc(&dg, (N_FEAT + 1) * sizeof(float));
    cudaMemcpy(dX, X.data(), X.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y.data(), y.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dw, w.data(), w.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(dg, 0, (N_FEAT + 1) * sizeof(float));

    logisticGradient<<<256, 128>>>(dX, dy, dw, dg, dg + N_FEAT);

    float result[N_FEAT + 1];
    cudaMemcpy(result, dg, sizeof(result), cudaMemcpyDeviceToHost);
    std::cout << "loss at w=0: " << result[N_FEAT] << " (ln 2 expected)" << std::endl;
    cudaFree(dX); cudaFree(dy); cudaFree(dw); cudaFree(dg);
    return 0;
}
