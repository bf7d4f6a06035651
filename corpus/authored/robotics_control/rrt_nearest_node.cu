/* RRT in a 6-D joint space: nearest tree node for a batch of random samples.
 * A block serves one sample. The key packs squared distance and index, so one 64-bit minimum
 * carries both. Joints are stored dimension by dimension. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define DOF 6
#define NODES 50000
#define QUERIES 256
#define BLOCK 256

typedef unsigned long long key_t64;

__device__ key_t64 warp_min(key_t64 k)
{
    for (int d = 16; d > 0; d >>= 1) {
        key_t64 o = __shfl_down_sync(0xffffffffu, k, d);
        k = o < k ? o : k;
    }
    return k;
}

__global__ void nearest_node(const float *__restrict__ tree, const float *__restrict__ query, int *nearest,
                             float *dist2)
{
    __shared__ key_t64 part[BLOCK / 32];
    float q[DOF];
#pragma unroll
    for (int j = 0; j < DOF; j++)
        q[j] = query[blockIdx.x * DOF + j];

    key_t64 best = ~0ull;
    for (int i = threadIdx.x; i < NODES; i += BLOCK) {
        float d = 0.0f;
#pragma unroll
        for (int j = 0; j < DOF; j++) {
            float e = tree[j * NODES + i] - q[j];
            d += e * e;
        }
        key_t64 k = (key_t64)__float_as_uint(d) << 32 | (unsigned)i;
        best = k < best ? k : best;
    }
    best = warp_min(best);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = best;
    __syncthreads();
    if (threadIdx.x < 32) {
        best = warp_min(threadIdx.x < BLOCK / 32 ? part[threadIdx.x] : ~0ull);
        if (threadIdx.x == 0) {
            nearest[blockIdx.x] = (int)(best & 0xffffffffu);
            dist2[blockIdx.x] = __uint_as_float((unsigned)(best >> 32));
        }
    }
}

int main(void)
{
    float *tree = (float *)malloc(DOF * NODES * sizeof(float));
    float *query = (float *)malloc(DOF * QUERIES * sizeof(float));
    srand(5);
    for (int i = 0; i < DOF * NODES; i++)
        tree[i] = 6.2831853f * rand() / RAND_MAX - 3.1415927f;
    for (int i = 0; i < DOF * QUERIES; i++)
        query[i] = 6.2831853f * rand() / RAND_MAX - 3.1415927f;

    float *d_tree, *d_query, *d_dist;
    int *d_near;
    cudaMalloc((void **)&d_tree, DOF * NODES * sizeof(float));
    cudaMalloc((void **)&d_query, DOF * QUERIES * sizeof(float));
    cudaMalloc((void **)&d_dist, QUERIES * sizeof(float));
    cudaMalloc((void **)&d_near, QUERIES * sizeof(int));
    cudaMemcpy(d_tree, tree, DOF * NODES * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_query, query, DOF * QUERIES * sizeof(float), cudaMemcpyHostToDevice);

    nearest_node<<<QUERIES, BLOCK>>>(d_tree, d_query, d_near, d_dist);

    int near[QUERIES];
    float dist[QUERIES];
    cudaMemcpy(near, d_near, sizeof(near), cudaMemcpyDeviceToHost);
    cudaMemcpy(dist, d_dist, sizeof(dist), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++)
        printf("sample %d: node %d at squared distance %.4f\n", i, near[i], dist[i]);
    cudaFree(d_tree);
    cudaFree(d_query);
    cudaFree(d_dist);
    cudaFree(d_near);
    free(tree);
    free(query);
    return 0;
}
