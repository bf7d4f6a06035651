#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define PAGE 16
#define HEADS 8
#define DIM 64
#define SEQS 16
#define MAXCTX 512
#define THREADS 128

// One query token per sequence. Phase 1: every thread scores whole keys, phase 2:
// softmax over the context in shared memory, phase 3: thread d gathers column d.
__global__ void decodeAttention(const float *q, const float *kCache, const float *vCache,
                                const int *blockTable, const int *ctxLen, float *out)
{
    __shared__ float sq[DIM];
    __shared__ float score[MAXCTX];
    __shared__ float red[THREADS];

    const int seq = blockIdx.x, head = blockIdx.y, tid = threadIdx.x;
    const int n = ctxLen[seq];
    const int *table = blockTable + seq * (MAXCTX / PAGE);

    if (tid < DIM) sq[tid] = q[(seq * HEADS + head) * DIM + tid] * 0.125f;
    __syncthreads();

    float peak = -1e30f;
    for (int p = tid; p < n; p += THREADS) {
        const float *k = kCache + ((table[p / PAGE] * HEADS + head) * PAGE + p % PAGE) * DIM;
        float s = 0.f;
        for (int d = 0; d < DIM; d++) s += sq[d] * k[d];
        score[p] = s;
        peak = fmaxf(peak, s);
    }
    red[tid] = peak;
    __syncthreads();
    for (int k = THREADS / 2; k; k >>= 1) {
        if (tid < k) red[tid] = fmaxf(red[tid], red[tid + k]);
        __syncthreads();
    }
    peak = red[0];
    __syncthreads();

    float sum = 0.f;
    for (int p = tid; p < n; p += THREADS) {
        float e = __expf(score[p] - peak);
        score[p] = e;
        sum += e;
    }
    red[tid] = sum;
    __syncthreads();
    for (int k = THREADS / 2; k; k >>= 1) {
        if (tid < k) red[tid] += red[tid + k];
        __syncthreads();
    }
    const float inv = 1.f / red[0];
    __syncthreads();

    // two halves of the block take even and odd positions
    const int d = tid % DIM, part = tid / DIM;
    float acc = 0.f;
    for (int p = part; p < n; p += THREADS / DIM)
        acc += score[p] * vCache[((table[p / PAGE] * HEADS + head) * PAGE + p % PAGE) * DIM + d];
    red[tid] = acc;
    __syncthreads();
    if (part == 0) out[(seq * HEADS + head) * DIM + d] = (red[d] + red[d + DIM]) * inv;
}

int main()
{
    const int pages = SEQS * MAXCTX / PAGE;
    const size_t cache = (size_t)pages * HEADS * PAGE * DIM;
    float *h = (float *)malloc(cache * sizeof(float));
    int table[SEQS * (MAXCTX / PAGE)], len[SEQS];
    for (size_t i = 0; i < cache; i++) h[i] = (float)(rand() % 1000) * 0.001f - 0.5f;
    for (int i = 0; i < pages; i++) table[i] = pages - 1 - i;
    for (int s = 0; s < SEQS; s++) len[s] = 200 + 20 * s;

    float *q, *k, *v, *o;
    int *bt, *cl;
    cudaMalloc(&q, SEQS * HEADS * DIM * sizeof(float));
    cudaMalloc(&o, SEQS * HEADS * DIM * sizeof(float));
    cudaMalloc(&k, cache * sizeof(float));
    cudaMalloc(&v, cache * sizeof(float));
    cudaMalloc(&bt, sizeof(table));
    cudaMalloc(&cl, sizeof(len));
    cudaMemcpy(q, h, SEQS * HEADS * DIM * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(k, h, cache * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(v, h, cache * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(bt, table, sizeof(table), cudaMemcpyHostToDevice);
    cudaMemcpy(cl, len, sizeof(len), cudaMemcpyHostToDevice);

    decodeAttention<<<dim3(SEQS, HEADS), THREADS>>>(q, k, v, bt, cl, o);
    cudaMemcpy(h, o, SEQS * HEADS * DIM * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f %f %f\n", h[0], h[1], h[2]);
    cudaFree(q); cudaFree(k); cudaFree(v); cudaFree(o); cudaFree(bt); cudaFree(cl);
    free(h);
    return 0;
}
