// Scores every position of both strands against a set of position weight matrices.
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

template <int WIDTH>
struct Pwm { float logOdds[WIDTH][4]; };

template <int WIDTH, int BLOCK>
__global__ void scanMotifs(const unsigned char* __restrict__ dna, int n, const Pwm<WIDTH>* __restrict__ motifs,
                           float* __restrict__ bestScore)
{
    __shared__ unsigned char tile[BLOCK + WIDTH - 1];
    __shared__ float w[WIDTH * 4];

    const int motif = blockIdx.y;
    const int start = blockIdx.x * BLOCK;
    for (int i = threadIdx.x; i < BLOCK + WIDTH - 1; i += BLOCK)
        tile[i] = (start + i < n) ? dna[start + i] : 0;
    if (threadIdx.x < WIDTH * 4)
        w[threadIdx.x] = motifs[motif].logOdds[threadIdx.x / 4][threadIdx.x % 4];
    __syncthreads();

    const int pos = start + threadIdx.x;
    if (pos + WIDTH > n) return;
    float plus = 0.f, minus = 0.f;
    #pragma unroll
    for (int k = 0; k < WIDTH; ++k) {
        const int b = tile[threadIdx.x + k];
        plus += w[4 * k + b];
        minus += w[4 * (WIDTH - 1 - k) + (3 - b)];
    }
    bestScore[(size_t)motif * n + pos] = fmaxf(plus, minus);
}

int main()
{
    constexpr int width = 14, block = 256, motifs = 12;
    const int n = 1500000;

    std::vector<unsigned char> dna(n);
    for (int i = 0; i < n; ++i) dna[i] = ((i * 2654435761u) >> 13) & 3;
    std::vector<Pwm<width>> pwm(motifs);
    for (int m = 0; m < motifs; ++m)
        for (int k = 0; k < width; ++k)
            for (int b = 0; b < 4; ++b)
                pwm[m].logOdds[k][b] = ((m * 5 + k * 3 + b * 7) % 11) * 0.3f - 1.5f;

    unsigned char* dDna;
    Pwm<width>* dPwm;
    float* dBest;
    cudaMalloc(&dDna, n);
    cudaMalloc(&dPwm, motifs * sizeof(Pwm<width>));
    cudaMalloc(&dBest, (size_t)motifs * n * sizeof(float));
    cudaMemcpy(dDna, dna.data(), n, cudaMemcpyHostToDevice);
    cudaMemcpy(dPwm, pwm.data(), motifs * sizeof(Pwm<width>), cudaMemcpyHostToDevice);

    dim3 grid((n + block - 1) / block, motifs);
    scanMotifs<width, block><<<grid, block>>>(dDna, n, dPwm, dBest);

    std::vector<float> best(n);
    cudaMemcpy(best.data(), dBest, n * sizeof(float), cudaMemcpyDeviceToHost);
    float top = -1e9f;
    for (int i = 0; i + width <= n; ++i)
        if (best[i] > top) top = best[i];
    std::printf("best score of motif 0: %.2f\n", top);
    return 0;
}
