#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define FIELDS 39
#define FACTORS 16
#define SAMPLES 20000
#define FEATURES 200000

/*
 * Factorisation machine on Criteo-like rows (one active feature per field):
 *   0.5 * sum_f [ (sum_i v_if x_i)^2 - sum_i (v_if x_i)^2 ]
 * 16 lanes per sample, lane f owns factor f.
 */
__global__ void fm_pairwise(const int *__restrict__ feat_id,
                            const float *__restrict__ feat_val,
                            const float *__restrict__ linear,
                            const float *__restrict__ factors,
                            float *__restrict__ logit)
{
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    int row = gid / FACTORS;
    int f = gid % FACTORS;
    if (row >= SAMPLES)
        return;

    float s = 0.0f, ss = 0.0f, lin = 0.0f;
#pragma unroll 13
    for (int i = 0; i < FIELDS; i++)
    {
        int id = feat_id[row * FIELDS + i];
        float val = feat_val[row * FIELDS + i];
        float t = factors[id * FACTORS + f] * val;
        s += t;
        ss += t * t;
        if (f == 0)
            lin += linear[id] * val;
    }

    float part = 0.5f * (s * s - ss) + lin;
    for (int d = FACTORS / 2; d > 0; d >>= 1)
        part += __shfl_down_sync(0xffffffff, part, d, FACTORS);
    if (f == 0)
        logit[row] = part;
}

int main(void)
{
    int *ids = (int *)malloc(SAMPLES * FIELDS * sizeof(int));
    float *vals = (float *)malloc(SAMPLES * FIELDS * sizeof(float));
    float *lin = (float *)malloc(FEATURES * sizeof(float));
    float *fac = (float *)malloc(FEATURES * FACTORS * sizeof(float));

    for (int i = 0; i < SAMPLES * FIELDS; i++) {
        ids[i] = rand() % FEATURES;
        vals[i] = 1.0f;
    }
    for (int i = 0; i < FEATURES; i++) lin[i] = 0.01f;
    for (int i = 0; i < FEATURES * FACTORS; i++) fac[i] = 0.02f * (i % 5) - 0.04f;

    int *dIds; float *dVals, *dLin, *dFac, *dLogit;
    cudaMalloc((void **)&dIds, SAMPLES * FIELDS * sizeof(int));
    cudaMalloc((void **)&dVals, SAMPLES * FIELDS * sizeof(float));
    cudaMalloc((void **)&dLin, FEATURES * sizeof(float));
    cudaMalloc((void **)&dFac, FEATURES * FACTORS * sizeof(float));
    cudaMalloc((void **)&dLogit, SAMPLES * sizeof(float));
    cudaMemcpy(dIds, ids, SAMPLES * FIELDS * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dVals, vals, SAMPLES * FIELDS * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dLin, lin, FEATURES * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dFac, fac, FEATURES * FACTORS * sizeof(float), cudaMemcpyHostToDevice);

    fm_pairwise<<<(SAMPLES * FACTORS) / 256, 256>>>(dIds, dVals, dLin, dFac, dLogit);

    float first;
    cudaMemcpy(&first, dLogit, sizeof(float), cudaMemcpyDeviceToHost);
    printf("logit[0] = %f\n", first);
    cudaFree(dIds); cudaFree(dVals); cudaFree(dLin); cudaFree(dFac); cudaFree(dLogit);
    free(ids); free(vals); free(lin); free(fac);
    return 0;
}
