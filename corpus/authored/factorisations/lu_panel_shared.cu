#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

// Factor an m x nb column panel with partial pivoting. The panel lives in
// shared memory for the whole time; one block, one thread per row.
constexpr int kPanelRows = 128;
constexpr int kPanelCols = 32;

__global__ void __launch_bounds__(kPanelRows)
getf2_panel(float* panel, int ld, int* pivots)
{
    __shared__ float tile[kPanelCols][kPanelRows];   // column major
    __shared__ float bestVal[kPanelRows / 32];
    __shared__ int   bestRow[kPanelRows / 32];
    __shared__ int   pivotRow;

    const int row = threadIdx.x;
    for (int c = 0; c < kPanelCols; ++c)
        tile[c][row] = panel[c * ld + row];
    __syncthreads();

    for (int k = 0; k < kPanelCols; ++k) {
        // search the largest magnitude at or below the diagonal
        float v = row >= k ? fabsf(tile[k][row]) : -1.0f;
        int   r = row;
        for (int o = 16; o; o >>= 1) {
            float ov = __shfl_down_sync(~0u, v, o);
            int   orow = __shfl_down_sync(~0u, r, o);
            if (ov > v) { v = ov; r = orow; }
        }
        if ((row & 31) == 0) {
            bestVal[row >> 5] = v;
            bestRow[row >> 5] = r;
        }
        __syncthreads();
        if (row == 0) {
            int w = 0;
            for (int q = 1; q < kPanelRows / 32; ++q)
                if (bestVal[q] > bestVal[w]) w = q;
            pivotRow = bestRow[w];
            pivots[k] = pivotRow;
        }
        __syncthreads();

        if (row < kPanelCols && pivotRow != k) {      // swap, a column per thread
            float t = tile[row][k];
            tile[row][k] = tile[row][pivotRow];
            tile[row][pivotRow] = t;
        }
        __syncthreads();

        if (row > k) {
            const float l = tile[k][row] / tile[k][k];
            tile[k][row] = l;
            for (int c = k + 1; c < kPanelCols; ++c)
                tile[c][row] -= l * tile[c][k];
        }
        __syncthreads();
    }

    for (int c = 0; c < kPanelCols; ++c)
        panel[c * ld + row] = tile[c][row];
}

int main()
{
    const int ld = kPanelRows;
    std::vector<float> a(ld * kPanelCols);
    unsigned seed = 7;
    for (size_t i = 0; i < a.size(); ++i) {
        seed = seed * 1103515245u + 12345u;
        a[i] = float((seed >> 16) & 0x7fff) / 16384.0f - 1.0f;
    }

    float* dPanel;
    int* dPiv;
    cudaMalloc(&dPanel, a.size() * sizeof(float));
    cudaMalloc(&dPiv, kPanelCols * sizeof(int));
    cudaMemcpy(dPanel, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);

    getf2_panel<<<1, kPanelRows>>>(dPanel, ld, dPiv);

    std::vector<int> piv(kPanelCols);
    cudaMemcpy(piv.data(), dPiv, piv.size() * sizeof(int), cudaMemcpyDeviceToHost);
    for (int k = 0; k < kPanelCols; ++k)
        std::printf("%d%c", piv[k], k + 1 < kPanelCols ? ' ' : '\n');
    cudaFree(dPanel);
    cudaFree(dPiv);
}
