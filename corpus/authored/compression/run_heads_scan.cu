#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Run-length encoding of independent 1024-byte blocks. A thread per byte marks run heads,
// an inclusive scan (warp shuffles + warp totals) numbers the runs.
#define BLOCK 1024

__global__ void rle_block(const unsigned char *in, unsigned char *symbols, unsigned short *starts, int *run_count)
{
    __shared__ unsigned char data[BLOCK];
    __shared__ int warp_total[32];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    int base = blockIdx.x * BLOCK;

    data[t] = in[base + t];
    __syncthreads();

    int head = (t == 0) || (data[t] != data[t - 1]);
    int scan = head;
    for (int d = 1; d < 32; d *= 2) {
        int up = __shfl_up_sync(0xffffffff, scan, d);
        if (lane >= d) scan += up;
    }
    if (lane == 31) warp_total[warp] = scan;
    __syncthreads();
    if (warp == 0) {
        int w = warp_total[lane];
        for (int d = 1; d < 32; d *= 2) {
            int up = __shfl_up_sync(0xffffffff, w, d);
            if (lane >= d) w += up;
        }
        warp_total[lane] = w;
    }
    __syncthreads();
    if (warp > 0) scan += warp_total[warp - 1];

    if (head) {
        symbols[base + scan - 1] = data[t];
        starts[base + scan - 1] = t;
    }
    if (t == BLOCK - 1) run_count[blockIdx.x] = scan;
}

int main()
{
    const int blocks = 8192;
    const int n = blocks * BLOCK;
    unsigned char *h = (unsigned char *)malloc(n);
    for (int i = 0; i < n; i++) h[i] = (i / 7) % 5 + (i % 100 == 0);

    unsigned char *d_in, *d_sym;
    unsigned short *d_starts;
    int *d_count;
    cudaMalloc(&d_in, n);
    cudaMalloc(&d_sym, n);
    cudaMalloc(&d_starts, n * sizeof(unsigned short));
    cudaMalloc(&d_count, blocks * sizeof(int));
    cudaMemcpy(d_in, h, n, cudaMemcpyHostToDevice);

    rle_block<<<blocks, BLOCK>>>(d_in, d_sym, d_starts, d_count);

    int *count = (int *)malloc(blocks * sizeof(int));
    cudaMemcpy(count, d_count, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    long long runs = 0;
    for (int b = 0; b < blocks; b++) runs += count[b];
    printf("%d bytes -> %lld runs, ratio %.2f\n", n, runs, n / (3.0 * runs));
    free(h);
    free(count);
    return 0;
}
