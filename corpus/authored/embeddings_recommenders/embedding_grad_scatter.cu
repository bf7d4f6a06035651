#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define VOCAB 30000
#define WIDTH 128
#define TOKENS 16384
#define PAD_ID 0

#define gpuErr(x) { cudaError_t _r = (x); if (_r) { printf("error %d in line %d\n", (int)_r, __LINE__); exit(2); } }

/* dense gradient of an embedding lookup: rows of equal ids pile up, hence the atomics */
__global__ void embed_backward(const int *ids, const float *dOut, float *dTable)
{
    int tok = blockIdx.x * blockDim.y + threadIdx.y;
    int id = ids[tok];
    if (id == PAD_ID) return;                /* the padding row gets no gradient */

    for (int c = threadIdx.x; c < WIDTH; c += blockDim.x)
        atomicAdd(&dTable[id * WIDTH + c], dOut[tok * WIDTH + c]);
}

int main()
{
    int *ids = (int *)malloc(TOKENS * sizeof(int));
    float *go = (float *)malloc(TOKENS * WIDTH * sizeof(float));

    srand(2024);
    for (int t = 0; t < TOKENS; t++) {
        int r = rand();
        // small ids are frequent, as in real text
        if (r % 4 == 0)
            ids[t] = rand() % 100;
        else
            ids[t] = rand() % VOCAB;
    }
    for (int i = 0; i < TOKENS * WIDTH; i++)
        go[i] = 1.0f;

    int *d_ids;
    float *d_go, *d_table;
    gpuErr(cudaMalloc(&d_ids, TOKENS * sizeof(int)));
    gpuErr(cudaMalloc(&d_go, TOKENS * WIDTH * sizeof(float)));
    gpuErr(cudaMalloc(&d_table, VOCAB * WIDTH * sizeof(float)));
    gpuErr(cudaMemcpy(d_ids, ids, TOKENS * sizeof(int), cudaMemcpyHostToDevice));
    gpuErr(cudaMemcpy(d_go, go, TOKENS * WIDTH * sizeof(float), cudaMemcpyHostToDevice));
    gpuErr(cudaMemset(d_table, 0, VOCAB * WIDTH * sizeof(float)));

    dim3 threads(64, 4);
    embed_backward<<<TOKENS / 4, threads>>>(d_ids, d_go, d_table);
    gpuErr(cudaDeviceSynchronize());

    float row[WIDTH];
    gpuErr(cudaMemcpy(row, d_table + 17 * WIDTH, sizeof(row), cudaMemcpyDeviceToHost));
    int n17 = 0;
    for (int t = 0; t < TOKENS; t++) if (ids[t] == 17) n17++;
    printf("id 17: gradient %g, occurrences %d\n", row[0], n17);

    cudaFree(d_ids); cudaFree(d_go); cudaFree(d_table);
    free(ids); free(go);
    return 0;
}
