#include <cuda_runtime.h>
#include <stdio.h>

#define NUM_NODES 25000
#define NUM_EDGES 300000
#define DIM 32

int src[NUM_EDGES], dst[NUM_EDGES];
float weight[NUM_EDGES], x[NUM_NODES * DIM];

/* message passing on an unsorted edge list: out[dst] += w * x[src] */
__global__ void scatter_add(const int *src, const int *dst, const float *w, const float *x, float *out)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int edge = tid / DIM;
    int f = tid % DIM;
    if (edge < NUM_EDGES)
    {
        float m = w[edge] * x[src[edge] * DIM + f];
        atomicAdd(&out[dst[edge] * DIM + f], m);
    }
}

int main()
{
    unsigned seed = 77;
    for (int e = 0; e < NUM_EDGES; e++)
    {
        seed = seed * 1664525u + 1013904223u;
        src[e] = (seed >> 8) % NUM_NODES;
        seed = seed * 1664525u + 1013904223u;
        dst[e] = (seed >> 8) % NUM_NODES;
        weight[e] = 0.5f;
    }
    for (int i = 0; i < NUM_NODES * DIM; i++)
        x[i] = 1.0f;

    int *d_src, *d_dst;
    float *d_w, *d_x, *d_out;
    cudaMalloc(&d_src, sizeof(src));
    cudaMalloc(&d_dst, sizeof(dst));
    cudaMalloc(&d_w, sizeof(weight));
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_out, sizeof(x));
    cudaMemcpy(d_src, src, sizeof(src), cudaMemcpyHostToDevice);
    cudaMemcpy(d_dst, dst, sizeof(dst), cudaMemcpyHostToDevice);
    cudaMemcpy(d_w, weight, sizeof(weight), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaMemset(d_out, 0, sizeof(x));

    scatter_add<<<NUM_EDGES * DIM / 256, 256>>>(d_src, d_dst, d_w, d_x, d_out);

    cudaMemcpy(x, d_out, sizeof(x), cudaMemcpyDeviceToHost);
    double total = 0;
    for (int i = 0; i < NUM_NODES * DIM; i++)
        total += x[i];
    printf("total message mass %.1f, expected %.1f\n", total, 0.5 * NUM_EDGES * DIM);
    cudaFree(d_src);
    cudaFree(d_dst);
    cudaFree(d_w);
    cudaFree(d_x);
    cudaFree(d_out);
    return 0;
}
