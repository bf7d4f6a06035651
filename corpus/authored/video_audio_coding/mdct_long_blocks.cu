#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

// MDCT of a mono track, long blocks: 2*M windowed samples give M coefficients, hop M.
// Direct form; the cosine argument is taken modulo 8M, from a table in global memory.

static const int M = 512;
static const int FRAMES = 300;
static const int TABLE = 8 * M;

__global__ void mdct(const float *__restrict__ pcm, const float *__restrict__ window,
                     const float *__restrict__ cosTable, float *__restrict__ coeffs)
{
    __shared__ float folded[M];
    const int frame = blockIdx.x;
    const float *x = pcm + frame * M;

    // fold the 2M windowed samples to M by the time-domain aliasing of the transform
    for (int n = threadIdx.x; n < M / 2; n += blockDim.x) {
        const int a = 3 * M / 2 - 1 - n, b = 3 * M / 2 + n;
        folded[n] = -window[a] * x[a] - window[b] * x[b];
        folded[M / 2 + n] = window[n] * x[n] - window[M - 1 - n] * x[M - 1 - n];
    }
    __syncthreads();

    for (int k = threadIdx.x; k < M; k += blockDim.x) {
        // cos(pi/M (n + 1/2)(k + 1/2)) = table[(2n+1)(2k+1) mod 8M]
        const int step = 2 * (2 * k + 1);
        int phase = 2 * k + 1;
        float acc = 0.f;
        for (int n = 0; n < M; ++n) {
            acc += folded[n] * cosTable[phase];
            phase = (phase + step) & (TABLE - 1);
        }
        coeffs[frame * M + k] = acc;
    }
}

int main()
{
    const int samples = (FRAMES + 1) * M;
    std::vector<float> pcm(samples), win(2 * M), table(TABLE), spec(FRAMES * M);
    for (int i = 0; i < samples; ++i)
        pcm[i] = 0.7f * std::sin(0.0627f * i) + 0.2f * std::sin(0.31f * i);
    for (int i = 0; i < 2 * M; ++i)
        win[i] = std::sin(float(M_PI) * (i + 0.5f) / (2 * M));
    for (int i = 0; i < TABLE; ++i)
        table[i] = (float)std::cos(M_PI * i / (4.0 * M));

    float *dPcm, *dWin, *dTab, *dSpec;
    cudaMalloc(&dPcm, samples * sizeof(float));
    cudaMalloc(&dWin, 2 * M * sizeof(float));
    cudaMalloc(&dTab, TABLE * sizeof(float));
    cudaMalloc(&dSpec, FRAMES * M * sizeof(float));
    cudaMemcpy(dPcm, pcm.data(), samples * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dWin, win.data(), 2 * M * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dTab, table.data(), TABLE * sizeof(float), cudaMemcpyHostToDevice);

    mdct<<<FRAMES, 256>>>(dPcm, dWin, dTab, dSpec);

    cudaMemcpy(spec.data(), dSpec, spec.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int peak = 0;
    for (int k = 1; k < M; ++k)
        if (std::fabs(spec[100 * M + k]) > std::fabs(spec[100 * M + peak]))
            peak = k;
    std::printf("frame 100 peaks at bin %d\n", peak);
    cudaFree(dPcm);
    cudaFree(dWin);
    cudaFree(dTab);
    cudaFree(dSpec);
}
