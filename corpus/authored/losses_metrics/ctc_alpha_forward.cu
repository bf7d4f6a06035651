#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// CTC forward variables. One block per utterance; thread s owns state s of the
// extended label sequence blank,l1,blank,l2,...,blank (2L+1 states).

#define FRAMES 150
#define SYMBOLS 30
#define LABELS 40
#define STATES (2 * LABELS + 1)
#define UTTERANCES 64
#define LOG_ZERO (-1e30f)

__device__ float logAdd(float a, float b)
{
    float hi = fmaxf(a, b), lo = fminf(a, b);
    return hi + log1pf(expf(lo - hi));
}

__global__ void ctcForward(const float *logProb, const int *labels, float *logLik)
{
    __shared__ float alpha[2][STATES];

    const int u = blockIdx.x, s = threadIdx.x;
    const float *lp = logProb + u * FRAMES * SYMBOLS;
    int sym = 0;
    bool skip = false;

    if (s < STATES && (s & 1)) {
        sym = labels[u * LABELS + s / 2];
        skip = s >= 3 && sym != labels[u * LABELS + s / 2 - 1];
    }
    if (s < STATES)
        alpha[0][s] = s < 2 ? lp[sym] : LOG_ZERO;
    __syncthreads();

    int cur = 0;
    for (int t = 1; t < FRAMES; t++) {
        if (s < STATES) {
            float v = alpha[cur][s];
            if (s >= 1) v = logAdd(v, alpha[cur][s - 1]);
            if (skip) v = logAdd(v, alpha[cur][s - 2]);
            alpha[cur ^ 1][s] = v + lp[t * SYMBOLS + sym];
        }
        cur ^= 1;
        __syncthreads();
    }

    if (s == 0)
        logLik[u] = logAdd(alpha[cur][STATES - 1], alpha[cur][STATES - 2]);
}

int main()
{
    const int nProb = UTTERANCES * FRAMES * SYMBOLS;
    float *hp = (float *)malloc(nProb * sizeof(float));
    int *hl = (int *)malloc(UTTERANCES * LABELS * sizeof(int));
    for (int i = 0; i < nProb; i++)
        hp[i] = -logf((float)SYMBOLS);               /* uniform distribution */
    for (int i = 0; i < UTTERANCES * LABELS; i++)
        hl[i] = 1 + (i * 7) % (SYMBOLS - 1);         /* symbol 0 is the blank */

    float *dp, *dll;
    int *dl;
    cudaMalloc(&dp, nProb * sizeof(float));
    cudaMalloc(&dl, UTTERANCES * LABELS * sizeof(int));
    cudaMalloc(&dll, UTTERANCES * sizeof(float));
    cudaMemcpy(dp, hp, nProb * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dl, hl, UTTERANCES * LABELS * sizeof(int), cudaMemcpyHostToDevice);

    ctcForward<<<UTTERANCES, 96>>>(dp, dl, dll);

    float ll[UTTERANCES];
    cudaMemcpy(ll, dll, sizeof(ll), cudaMemcpyDeviceToHost);
    printf("log likelihood of the first utterance: %f\n", ll[0]);
    cudaFree(dp); cudaFree(dl); cudaFree(dll);
    free(hp); free(hl);
    return 0;
}
