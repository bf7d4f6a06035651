#include <cuda_runtime.h>
#include <cstdio>
#include <vector>
#include <cmath>

// E-step of EM for a mixture of K axis-aligned Gaussians in D dimensions.
template <int D, int K>
__global__ void eStep(const double* __restrict__ pts, const double* __restrict__ mu,
                      const double* __restrict__ invVar, const double* __restrict__ logCoef,
                      double* __restrict__ resp, double* __restrict__ logLik, int n)
{
    __shared__ double sMu[K][D], sInv[K][D], sCoef[K];
    for (int i = threadIdx.x; i < K * D; i += blockDim.x) {
        sMu[i / D][i % D] = mu[i];
        sInv[i / D][i % D] = invVar[i];
        if (i < K) sCoef[i] = logCoef[i];
    }
    __syncthreads();

    const int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= n) return;

    double x[D];
#pragma unroll
    for (int d = 0; d < D; ++d) x[d] = pts[(size_t)d * n + p];

    double lp[K], top = -1e300;
#pragma unroll
    for (int k = 0; k < K; ++k) {
        double s = 0.0;
#pragma unroll
        for (int d = 0; d < D; ++d) {
            const double z = x[d] - sMu[k][d];
            s += z * z * sInv[k][d];
        }
        lp[k] = sCoef[k] - 0.5 * s;
        top = fmax(top, lp[k]);
    }
    double sum = 0.0;
#pragma unroll
    for (int k = 0; k < K; ++k) {
        lp[k] = exp(lp[k] - top);
        sum += lp[k];
    }
#pragma unroll
    for (int k = 0; k < K; ++k) resp[(size_t)k * n + p] = lp[k] / sum;
    logLik[p] = top + log(sum);
}

int main()
{
    constexpr int D = 8, K = 16;
    const int n = 65536;
    std::vector<double> pts((size_t)D * n), mu(K * D), inv(K * D, 4.0), coef(K);
    for (int d = 0; d < D; ++d)
        for (int p = 0; p < n; ++p) pts[(size_t)d * n + p] = (p % K) * 0.5 + 0.1 * std::sin(p * 0.37 + d);
    for (int k = 0; k < K; ++k) {
        coef[k] = -std::log((double)K);
        for (int d = 0; d < D; ++d) mu[k * D + d] = 0.5 * k;
    }

    double *dp, *dmu, *dinv, *dc, *dr, *dl;
    cudaMalloc(&dp, pts.size() * sizeof(double));
    cudaMalloc(&dmu, mu.size() * sizeof(double));
    cudaMalloc(&dinv, inv.size() * sizeof(double));
    cudaMalloc(&dc, coef.size() * sizeof(double));
    cudaMalloc(&dr, (size_t)K * n * sizeof(double));
    cudaMalloc(&dl, n * sizeof(double));
    cudaMemcpy(dp, pts.data(), pts.size() * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(dmu, mu.data(), mu.size() * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(dinv, inv.data(), inv.size() * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(dc, coef.data(), coef.size() * sizeof(double), cudaMemcpyHostToDevice);

    eStep<D, K><<<n / 128, 128>>>(dp, dmu, dinv, dc, dr, dl, n);

    std::vector<double> ll(n);
    cudaMemcpy(ll.data(), dl, n * sizeof(double), cudaMemcpyDeviceToHost);
    double total = 0;
    for (double v : ll) total += v;
    printf("log likelihood per point %.6f\n", total / n);
    cudaFree(dp); cudaFree(dmu); cudaFree(dinv); cudaFree(dc); cudaFree(dr); cudaFree(dl);
}
