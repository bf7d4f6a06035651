/* Random forest, complete binary trees of depth 6 stored in heap order:
   node k has children 2k+1 and 2k+2, inner nodes hold (feature, threshold). */
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

enum { TREES = 100, DEPTH = 6, INNER = (1 << DEPTH) - 1, LEAVES = 1 << DEPTH, FEATS = 32, ROWS = 20000 };

__global__ void forestPredict(const float *__restrict__ X,
                              const int *__restrict__ feature,
                              const float *__restrict__ threshold,
                              const float *__restrict__ leaf,
                              float *__restrict__ y)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= ROWS)
        return;
    const float *x = X + row * FEATS;

    float sum = 0.0f;
    for (int t = 0; t < TREES; ++t)
    {
        const int *f = feature + t * INNER;
        const float *th = threshold + t * INNER;
        int node = 0;
#pragma unroll
        for (int level = 0; level < DEPTH; ++level)
            node = 2 * node + 1 + (x[f[node]] > th[node]);
        sum += leaf[t * LEAVES + node - INNER];
    }
    y[row] = sum / TREES;
}

int main()
{
    float *X = new float[ROWS * FEATS];
    int *feature = new int[TREES * INNER];
    float *threshold = new float[TREES * INNER];
    float *leaf = new float[TREES * LEAVES];

    srand(42);
    for (int i = 0; i < ROWS * FEATS; ++i) X[i] = (float)rand() / RAND_MAX;
    for (int i = 0; i < TREES * INNER; ++i) feature[i] = rand() % FEATS;
    for (int i = 0; i < TREES * INNER; ++i) threshold[i] = (float)rand() / RAND_MAX;
    for (int i = 0; i < TREES * LEAVES; ++i) leaf[i] = (float)(i % LEAVES) / LEAVES;

    float *dX, *dTh, *dLeaf, *dY;
    int *dF;
    cudaMalloc(&dX, ROWS * FEATS * sizeof(float));
    cudaMalloc(&dTh, TREES * INNER * sizeof(float));
    cudaMalloc(&dF, TREES * INNER * sizeof(int));
    cudaMalloc(&dLeaf, TREES * LEAVES * sizeof(float));
    cudaMalloc(&dY, ROWS * sizeof(float));
    cudaMemcpy(dX, X, ROWS * FEATS * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dTh, threshold, TREES * INNER * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dF, feature, TREES * INNER * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dLeaf, leaf, TREES * LEAVES * sizeof(float), cudaMemcpyHostToDevice);

    forestPredict<<<(ROWS + 63) / 64, 64>>>(dX, dF, dTh, dLeaf, dY);

    float *y = new float[ROWS];
    cudaMemcpy(y, dY, ROWS * sizeof(float), cudaMemcpyDeviceToHost);
    double mean = 0;
    for (int i = 0; i < ROWS; ++i) mean += y[i];
    printf("mean prediction %.5f\n", mean / ROWS);

    cudaFree(dX); cudaFree(dTh); cudaFree(dF); cudaFree(dLeaf); cudaFree(dY);
    delete[] X; delete[] feature; delete[] threshold; delete[] leaf; delete[] y;
}
