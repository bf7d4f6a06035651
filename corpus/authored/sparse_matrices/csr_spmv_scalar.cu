#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

/* y = A x, CSR, one thread per row */
__global__ void csrSpmv(int nRows, const int *rowPtr, const int *colIdx,
                        const float *val, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < nRows)
    {
        float dot = 0;
        int rowStart = rowPtr[row];
        int rowEnd = rowPtr[row + 1];
        for (int jj = rowStart; jj < rowEnd; jj++)
            dot += val[jj] * x[colIdx[jj]];
        y[row] = dot;
    }
}

int main()
{
    const int nRows = 100000;
    const int maxPerRow = 18;

    int *rowPtr = (int *)malloc((nRows + 1) * sizeof(int));
    int *colIdx = (int *)malloc(nRows * maxPerRow * sizeof(int));
    float *val = (float *)malloc(nRows * maxPerRow * sizeof(float));
    float *x = (float *)malloc(nRows * sizeof(float));
    float *y = (float *)malloc(nRows * sizeof(float));

    int nnz = 0;
    for (int r = 0; r < nRows; r++)
    {
        rowPtr[r] = nnz;
        nnz += 3 + r % 16;
        x[r] = 1.0f + (r % 5);
    }
    rowPtr[nRows] = nnz;
    for (int k = 0; k < nRows * maxPerRow; k++)
    {
        colIdx[k] = rand() % nRows;
        val[k] = 0.5f;
    }

    int *dRowPtr, *dColIdx;
    float *dVal, *dX, *dY;
    cudaMalloc((void **)&dRowPtr, (nRows + 1) * sizeof(int));
    cudaMalloc((void **)&dColIdx, nRows * maxPerRow * sizeof(int));
    cudaMalloc((void **)&dVal, nRows * maxPerRow * sizeof(float));
    cudaMalloc((void **)&dX, nRows * sizeof(float));
    cudaMalloc((void **)&dY, nRows * sizeof(float));
    cudaMemcpy(dRowPtr, rowPtr, (nRows + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dColIdx, colIdx, nRows * maxPerRow * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dVal, val, nRows * maxPerRow * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dX, x, nRows * sizeof(float), cudaMemcpyHostToDevice);

    csrSpmv<<<(nRows + 255) / 256, 256>>>(nRows, dRowPtr, dColIdx, dVal, dX, dY);

    cudaMemcpy(y, dY, nRows * sizeof(float), cudaMemcpyDeviceToHost);
    printf("nnz = %d, y[0] = %f\n", nnz, y[0]);
    cudaFree(dRowPtr); cudaFree(dColIdx); cudaFree(dVal); cudaFree(dX); cudaFree(dY);
    free(rowPtr); free(colIdx); free(val); free(x); free(y);
    return 0;
}
