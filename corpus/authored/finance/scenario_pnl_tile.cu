// Historical simulation: P&L[p][s] = sum_f exposure[p][f] * move[s][f] + 0.5 * gamma[p][f] * move^2.
// 64 portfolios x 64 scenarios per block, 4x4 per thread, both terms in one pass over the factors.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

constexpr int PORTFOLIOS = 512, SCENARIOS = 4096, FACTORS = 256;
constexpr int BT = 64, BK = 16;

__global__ void __launch_bounds__(256)
pnl_kernel(const float* __restrict__ delta, const float* __restrict__ gamma,
           const float* __restrict__ moves, float* __restrict__ pnl)
{
    __shared__ float sd[BK][BT + 4], sg[BK][BT + 4], sm[BK][BT + 4];
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    const int p0 = blockIdx.y * BT, s0 = blockIdx.x * BT;
    float acc[4][4] = {};

    for (int k0 = 0; k0 < FACTORS; k0 += BK) {
        for (int e = threadIdx.x; e < BT * BK; e += 256) {
            const int r = e / BK, k = e % BK;
            sd[k][r] = delta[(p0 + r) * FACTORS + k0 + k];
            sg[k][r] = 0.5f * gamma[(p0 + r) * FACTORS + k0 + k];
            sm[k][r] = moves[(s0 + r) * FACTORS + k0 + k];
        }
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < BK; ++k) {
            float d[4], g[4], m[4];
            #pragma unroll
            for (int i = 0; i < 4; ++i) {
                d[i] = sd[k][ty * 4 + i];
                g[i] = sg[k][ty * 4 + i];
                m[i] = sm[k][tx * 4 + i];
            }
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                #pragma unroll
                for (int j = 0; j < 4; ++j)
                    acc[i][j] = fmaf(fmaf(g[i], m[j], d[i]), m[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        reinterpret_cast<float4*>(pnl)[((p0 + ty * 4 + i) * SCENARIOS + s0) / 4 + tx] =
            make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

int main()
{
    std::vector<float> delta(PORTFOLIOS * FACTORS), gamma(PORTFOLIOS * FACTORS), moves(SCENARIOS * FACTORS);
    for (size_t i = 0; i < delta.size(); ++i) delta[i] = (float)((i * 37) % 201) - 100.0f;
    for (size_t i = 0; i < gamma.size(); ++i) gamma[i] = (float)((i * 11) % 21) - 10.0f;
    for (size_t i = 0; i < moves.size(); ++i) moves[i] = ((i * 7919) % 1001) * 1e-4f - 0.05f;

    float *dD, *dG, *dM, *dP;
    cudaMalloc(&dD, delta.size() * sizeof(float));
    cudaMalloc(&dG, gamma.size() * sizeof(float));
    cudaMalloc(&dM, moves.size() * sizeof(float));
    cudaMalloc(&dP, (size_t)PORTFOLIOS * SCENARIOS * sizeof(float));
    cudaMemcpy(dD, delta.data(), delta.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dG, gamma.data(), gamma.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dM, moves.data(), moves.size() * sizeof(float), cudaMemcpyHostToDevice);

    pnl_kernel<<<dim3(SCENARIOS / BT, PORTFOLIOS / BT), 256>>>(dD, dG, dM, dP);

    std::vector<float> row(SCENARIOS);
    cudaMemcpy(row.data(), dP, SCENARIOS * sizeof(float), cudaMemcpyDeviceToHost);
    float worst = 0;
    for (float x : row) worst = x < worst ? x : worst;
    std::printf("worst loss of portfolio 0: %.2f\n", worst);
    return 0;
}
