#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

// Compensated (Kahan) summation. Four independent compensated sums per thread
// hide the latency of the dependent adds. __fadd_rn keeps the compiler from
// simplifying the correction away.

__device__ inline void kadd(float &sum, float &corr, float v)
{
        float y = __fsub_rn(v, corr);
        float t = __fadd_rn(sum, y);
        corr = __fsub_rn(__fsub_rn(t, sum), y);
        sum = t;
}

__global__ void kahan4(const float *__restrict__ v, int n, double *__restrict__ partial)
{
        const int threads = gridDim.x * blockDim.x;
        const int id = blockIdx.x * blockDim.x + threadIdx.x;
        float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
        float c0 = 0, c1 = 0, c2 = 0, c3 = 0;
        int i = id;

        for (; i + 3 * threads < n; i += 4 * threads) {
                kadd(s0, c0, v[i]);
                kadd(s1, c1, v[i + threads]);
                kadd(s2, c2, v[i + 2 * threads]);
                kadd(s3, c3, v[i + 3 * threads]);
        }
        for (; i < n; i += threads)
                kadd(s0, c0, v[i]);

        partial[id] = ((double)s0 - c0) + ((double)s1 - c1)
                    + ((double)s2 - c2) + ((double)s3 - c3);
}

int main()
{
        const int n = 6000000;
        const int blocks = 96, tpb = 128;
        std::vector<float> v(n);
        for (int i = 0; i < n; i++)
                v[i] = (i % 1000 == 0) ? 1.0e6f : 1.0e-3f;

        float *dv;
        double *dp;
        cudaMalloc(&dv, n * sizeof(float));
        cudaMalloc(&dp, blocks * tpb * sizeof(double));
        cudaMemcpy(dv, v.data(), n * sizeof(float), cudaMemcpyHostToDevice);

        kahan4<<<blocks, tpb>>>(dv, n, dp);

        std::vector<double> p(blocks * tpb);
        cudaMemcpy(p.data(), dp, p.size() * sizeof(double), cudaMemcpyDeviceToHost);
        double s = 0;
        for (double x : p)
                s += x;
        printf("sum = %.6f\n", s);
        cudaFree(dv);
        cudaFree(dp);
        return 0;
}
