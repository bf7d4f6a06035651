#include <cuda_runtime.h>
#include <cfloat>
#include <cstdio>
#include <cstdlib>

#define DIM 16
#define QUERIES 4096
#define POINTS 4096
#define TILE 128

// Label of the closest training point. Training points pass through shared memory
// in tiles, so that the block reads each only once.
__global__ void nearestNeighbour(const float *query, const float *train, const int *label, int *predicted)
{
    __shared__ float tile[TILE][DIM];

    int q = blockIdx.x * TILE + threadIdx.x;
    float mine[DIM];
    for (int d = 0; d < DIM; d++)
        mine[d] = query[q * DIM + d];

    float bestDist = FLT_MAX;
    int best = 0;
    for (int base = 0; base < POINTS; base += TILE)
    {
        for (int i = threadIdx.x; i < TILE * DIM; i += TILE)
            tile[i / DIM][i % DIM] = train[base * DIM + i];
        __syncthreads();

        for (int p = 0; p < TILE; p++)
        {
            float dist = 0.0f;
            for (int d = 0; d < DIM; d++)
            {
                float diff = mine[d] - tile[p][d];
                dist += diff * diff;
            }
            if (dist < bestDist)
            {
                bestDist = dist;
                best = base + p;
            }
        }
        __syncthreads();
    }
    predicted[q] = label[best];
}

int main()
{
    float *train = (float *)malloc(POINTS * DIM * sizeof(float));
    float *query = (float *)malloc(QUERIES * DIM * sizeof(float));
    int *label = (int *)malloc(POINTS * sizeof(int));
    int *predicted = (int *)malloc(QUERIES * sizeof(int));

    for (int i = 0; i < POINTS * DIM; i++)
        train[i] = (float)rand() / RAND_MAX;
    for (int i = 0; i < POINTS; i++)
        label[i] = i % 10;
    for (int i = 0; i < QUERIES * DIM; i++)     // queries are slightly moved training points
        query[i] = train[i] + 0.001f;

    float *dTrain, *dQuery;
    int *dLabel, *dPred;
    cudaMalloc((void **)&dTrain, POINTS * DIM * sizeof(float));
    cudaMalloc((void **)&dQuery, QUERIES * DIM * sizeof(float));
    cudaMalloc((void **)&dLabel, POINTS * sizeof(int));
    cudaMalloc((void **)&dPred, QUERIES * sizeof(int));
    cudaMemcpy(dTrain, train, POINTS * DIM * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dQuery, query, QUERIES * DIM * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dLabel, label, POINTS * sizeof(int), cudaMemcpyHostToDevice);

    nearestNeighbour<<<QUERIES / TILE, TILE>>>(dQuery, dTrain, dLabel, dPred);
    cudaMemcpy(predicted, dPred, QUERIES * sizeof(int), cudaMemcpyDeviceToHost);

    int correct = 0;
    for (int i = 0; i < QUERIES; i++)
        correct += predicted[i] == label[i];
    printf("%d of %d correct\n", correct, QUERIES);

    cudaFree(dTrain); cudaFree(dQuery); cudaFree(dLabel); cudaFree(dPred);
    free(train); free(query); free(label); free(predicted);
    return 0;
}
