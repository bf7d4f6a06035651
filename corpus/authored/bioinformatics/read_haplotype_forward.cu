#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>

// Forward algorithm of a three-state pair HMM: likelihood of a read given a haplotype.
// Block = one pair, thread = one read base, the anti-diagonal runs over the haplotype.
const int READ = 96;
const int HAP = 160;
const int PAIRS = 4096;

__global__ void forward(const char *reads, const char *haps, const float *err, double *loglik)
{
    __shared__ float M[3][READ + 1], X[3][READ + 1], Y[3][READ + 1];
    __shared__ char hap[HAP];
    const float gapOpen = 1e-3f, gapExt = 0.1f;
    const float mm = 1.0f - 2.0f * gapOpen, gm = 1.0f - gapExt;
    const float scale = 1e30f;

    int i = threadIdx.x + 1;                 // read row 1..READ
    int p = blockIdx.x;
    char base = reads[p * READ + threadIdx.x];
    float e = err[p * READ + threadIdx.x];
    for (int j = threadIdx.x; j < HAP; j += READ) hap[j] = haps[p * HAP + j];
    for (int d = 0; d < 3; ++d) {
        M[d][i] = X[d][i] = Y[d][i] = 0.0f;
        if (threadIdx.x == 0) {
            M[d][0] = X[d][0] = 0.0f;
            Y[d][0] = scale / HAP;           // free start anywhere on the haplotype
        }
    }
    __syncthreads();

    float total = 0.0f;
    for (int diag = 1; diag < READ + HAP; ++diag) {
        int cur = diag % 3, prev = (diag + 2) % 3, prev2 = (diag + 1) % 3;
        int j = diag - threadIdx.x;          // haplotype column 1..HAP
        float m = 0, x = 0, y = 0;
        if (j >= 1 && j <= HAP) {
            float emit = base == hap[j - 1] ? 1.0f - e : e / 3.0f;
            m = emit * (mm * M[prev2][i - 1] + gm * (X[prev2][i - 1] + Y[prev2][i - 1]));
            x = gapOpen * M[prev][i - 1] + gapExt * X[prev][i - 1];
            y = gapOpen * M[prev][i] + gapExt * Y[prev][i];
            if (i == READ) total += m + x;
        }
        M[cur][i] = m;
        X[cur][i] = x;
        Y[cur][i] = y;
        __syncthreads();
    }
    if (i == READ) loglik[p] = log10((double)total) - 30.0;
}

int main()
{
    char *reads = (char *)malloc(PAIRS * READ), *haps = (char *)malloc(PAIRS * HAP);
    float *err = (float *)malloc(PAIRS * READ * sizeof(float));
    for (int k = 0; k < PAIRS * HAP; ++k) haps[k] = "ACGT"[(k * 13 + k / 7) % 4];
    for (int p = 0; p < PAIRS; ++p)
        for (int k = 0; k < READ; ++k) {
            reads[p * READ + k] = haps[p * HAP + 20 + k];
            err[p * READ + k] = powf(10.0f, -(20 + k % 20) / 10.0f);
        }

    char *dR, *dH;
    float *dE;
    double *dL, *ll = (double *)malloc(PAIRS * sizeof(double));
    cudaMalloc(&dR, PAIRS * READ);
    cudaMalloc(&dH, PAIRS * HAP);
    cudaMalloc(&dE, PAIRS * READ * sizeof(float));
    cudaMalloc(&dL, PAIRS * sizeof(double));
    cudaMemcpy(dR, reads, PAIRS * READ, cudaMemcpyHostToDevice);
    cudaMemcpy(dH, haps, PAIRS * HAP, cudaMemcpyHostToDevice);
    cudaMemcpy(dE, err, PAIRS * READ * sizeof(float), cudaMemcpyHostToDevice);
    forward<<<PAIRS, READ>>>(dR, dH, dE, dL);
    cudaMemcpy(ll, dL, PAIRS * sizeof(double), cudaMemcpyDeviceToHost);
    printf("log10 likelihoods: %f %f %f\n", ll[0], ll[1], ll[PAIRS - 1]);
    return 0;
}
