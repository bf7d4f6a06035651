/* Keyword spotting in log text with an Aho-Corasick automaton.
   The goto table (states x 32 letters) is copied to shared memory; every thread
   runs the automaton over a chunk and starts OVERLAP characters early. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define LETTERS 32
#define MAXSTATES 64
#define CHUNK 256
#define OVERLAP 8

__global__ void run_dfa(const unsigned char *text, int n, const unsigned char *delta_g,
                        const unsigned char *outputs_g, unsigned int *hits)
{
    __shared__ unsigned char delta[MAXSTATES * LETTERS];
    __shared__ unsigned char outputs[MAXSTATES];
    for (int i = threadIdx.x; i < MAXSTATES * LETTERS; i += blockDim.x)
        delta[i] = delta_g[i];
    if (threadIdx.x < MAXSTATES)
        outputs[threadIdx.x] = outputs_g[threadIdx.x];
    __syncthreads();

    int chunk = blockIdx.x * blockDim.x + threadIdx.x;
    int first = chunk * CHUNK;
    if (first >= n)
        return;
    int last = min(first + CHUNK, n);
    int state = 0;
    unsigned int count = 0;
    for (int i = max(first - OVERLAP, 0); i < last; i++) {
        state = delta[(state & (MAXSTATES - 1)) * LETTERS + (text[i] & (LETTERS - 1))];
        if (i >= first)
            count += outputs[state & (MAXSTATES - 1)];
    }
    hits[chunk] = count;
}

static unsigned char delta[MAXSTATES * LETTERS], outputs[MAXSTATES];

static void build(const char **words, int count)
{
    int states = 1, fail[MAXSTATES] = {0}, queue[MAXSTATES], head = 0, tail = 0;
    for (int w = 0; w < count; w++) {
        int s = 0;
        for (const char *c = words[w]; *c; c++) {
            unsigned char *next = &delta[s * LETTERS + (*c & 31)];
            if (*next == 0)
                *next = (unsigned char)states++;
            s = *next;
        }
        outputs[s]++;
    }
    for (int c = 0; c < LETTERS; c++)
        if (delta[c]) queue[tail++] = delta[c];
    while (head < tail) {
        int s = queue[head++];
        outputs[s] += outputs[fail[s]];
        for (int c = 0; c < LETTERS; c++) {
            int t = delta[s * LETTERS + c];
            if (t) {
                fail[t] = delta[fail[s] * LETTERS + c];
                queue[tail++] = t;
            } else
                delta[s * LETTERS + c] = delta[fail[s] * LETTERS + c];
        }
    }
}

int main(void)
{
    const char *words[] = {"fail", "fatal", "warn", "denied", "timeout", "retry", "refused"};
    const int n = 8 << 20, chunks = n / CHUNK;
    unsigned char *text = (unsigned char *)malloc(n);
    for (int i = 0; i < n; i++)
        text[i] = 'a' + (i * 11 + (i >> 5) * 3) % 26;
    build(words, 7);

    unsigned char *d_text, *d_delta, *d_out;
    unsigned int *d_hits, *hits = (unsigned int *)malloc(chunks * sizeof(unsigned int));
    cudaMalloc(&d_text, n);
    cudaMalloc(&d_delta, sizeof(delta));
    cudaMalloc(&d_out, sizeof(outputs));
    cudaMalloc(&d_hits, chunks * sizeof(unsigned int));
    cudaMemcpy(d_text, text, n, cudaMemcpyHostToDevice);
    cudaMemcpy(d_delta, delta, sizeof(delta), cudaMemcpyHostToDevice);
    cudaMemcpy(d_out, outputs, sizeof(outputs), cudaMemcpyHostToDevice);

    run_dfa<<<chunks / 128, 128>>>(d_text, n, d_delta, d_out, d_hits);
    cudaMemcpy(hits, d_hits, chunks * sizeof(unsigned int), cudaMemcpyDeviceToHost);

    unsigned long sum = 0;
    for (int c = 0; c < chunks; c++) sum += hits[c];
    printf("%lu keyword hits\n", sum);
    return 0;
}
