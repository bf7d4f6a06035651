#include <cstdlib>
#include <iostream>
#include <vector>
#include <cuda_runtime.h>

/* ------------------------------------------------------------------
   Quicksort-style partition: keys below the pivot grow from the left
   end of the output, the others from the right end.
   ------------------------------------------------------------------ */

struct Cursors { int left; int right; };

__global__ void partition_by_pivot(const int *keys, int n, int pivot, int *out, Cursors *cur)
{
    __shared__ int nLess, nRest, baseLess, baseRest;

    if (threadIdx.x == 0) { nLess = 0; nRest = 0; }
    __syncthreads();

    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int key = 0, slot = 0;
    bool less = false;
    if (i < n) {
        key = keys[i];
        less = key < pivot;
        slot = less ? atomicAdd(&nLess, 1) : atomicAdd(&nRest, 1);
    }
    __syncthreads();

    if (threadIdx.x == 0) {
        baseLess = atomicAdd(&cur->left, nLess);
        baseRest = atomicAdd(&cur->right, nRest);
    }
    __syncthreads();

    if (i < n) {
        if (less) out[baseLess + slot] = key;
        else      out[n - 1 - (baseRest + slot)] = key;
    }
}

int main()
{
    const int n = 3000000, pivot = 400;
    std::vector<int> keys(n);
    for (int i = 0; i < n; i++)
        keys[i] = rand() % 1000;

    int *d_keys, *d_out;
    Cursors *d_cur;
    cudaMalloc(&d_keys, sizeof(int) * n);
    cudaMalloc(&d_out, sizeof(int) * n);
    cudaMalloc(&d_cur, sizeof(Cursors));
    cudaMemcpy(d_keys, keys.data(), sizeof(int) * n, cudaMemcpyHostToDevice);
    cudaMemset(d_cur, 0, sizeof(Cursors));

    partition_by_pivot<<<(n + 511) / 512, 512>>>(d_keys, n, pivot, d_out, d_cur);

    Cursors c;
    cudaMemcpy(&c, d_cur, sizeof(c), cudaMemcpyDeviceToHost);
    std::cout << c.left << " below " << pivot << ", " << c.right << " not below\n";
    cudaFree(d_keys);
    cudaFree(d_out);
    cudaFree(d_cur);
    return c.left + c.right == n ? 0 : 1;
}
