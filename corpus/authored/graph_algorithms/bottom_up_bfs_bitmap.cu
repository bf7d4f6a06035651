// Bottom-up BFS: every unvisited vertex looks for a parent in the current frontier.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define NUM_VERTICES (1 << 20)
#define DEGREE 8
#define WORDS (NUM_VERTICES / 32)

__global__ void bottomUpStep(const int *rowStart, const int *adj, const unsigned int *frontier,
                             unsigned int *nextFrontier, int *parent, int n)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    if (parent[v] >= 0) return;

    for (int e = rowStart[v]; e < rowStart[v + 1]; e++) {
        int u = adj[e];
        if ((frontier[u >> 5] >> (u & 31)) & 1u) {
            parent[v] = u;
            atomicOr(&nextFrontier[v >> 5], 1u << (v & 31));
            break;
        }
    }
}

int main()
{
    int *h_row = (int *)malloc((NUM_VERTICES + 1) * sizeof(int));
    int *h_adj = (int *)malloc(NUM_VERTICES * DEGREE * sizeof(int));
    int *h_parent = (int *)malloc(NUM_VERTICES * sizeof(int));
    unsigned int *h_front = (unsigned int *)malloc(WORDS * sizeof(unsigned int));

    for (int v = 0; v <= NUM_VERTICES; v++) h_row[v] = v * DEGREE;
    for (int v = 0; v < NUM_VERTICES; v++) {
        // two ring edges and six long chords
        h_adj[v * DEGREE + 0] = (v + 1) % NUM_VERTICES;
        h_adj[v * DEGREE + 1] = (v + NUM_VERTICES - 1) % NUM_VERTICES;
        for (int k = 2; k < DEGREE; k++)
            h_adj[v * DEGREE + k] = (int)(((unsigned)v * 2654435761u + 7919u * k) % NUM_VERTICES);
    }
    // one source in every 256 vertices
    for (int v = 0; v < NUM_VERTICES; v++) h_parent[v] = (v % 256 == 17) ? v : -1;
    for (int w = 0; w < WORDS; w++) h_front[w] = (w % 8 == 0) ? 1u << 17 : 0u;

    int *d_row, *d_adj, *d_parent;
    unsigned int *d_front, *d_next;
    cudaMalloc((void **)&d_row, (NUM_VERTICES + 1) * sizeof(int));
    cudaMalloc((void **)&d_adj, NUM_VERTICES * DEGREE * sizeof(int));
    cudaMalloc((void **)&d_parent, NUM_VERTICES * sizeof(int));
    cudaMalloc((void **)&d_front, WORDS * sizeof(unsigned int));
    cudaMalloc((void **)&d_next, WORDS * sizeof(unsigned int));
    cudaMemcpy(d_row, h_row, (NUM_VERTICES + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_adj, h_adj, NUM_VERTICES * DEGREE * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_parent, h_parent, NUM_VERTICES * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_front, h_front, WORDS * sizeof(unsigned int), cudaMemcpyHostToDevice);

    for (int level = 0; level < 3; level++) {
        cudaMemset(d_next, 0, WORDS * sizeof(unsigned int));
        bottomUpStep<<<NUM_VERTICES / 256, 256>>>(d_row, d_adj, d_front, d_next, d_parent, NUM_VERTICES);
        unsigned int *t = d_front;
        d_front = d_next;
        d_next = t;
    }

    cudaMemcpy(h_parent, d_parent, NUM_VERTICES * sizeof(int), cudaMemcpyDeviceToHost);
    int reached = 0;
    for (int v = 0; v < NUM_VERTICES; v++) reached += h_parent[v] >= 0;
    printf("reached %d of %d\n", reached, NUM_VERTICES);
    return 0;
}
