// Irregular CSR product with a work queue: resident warps draw chunks of rows
// from a global counter until it runs dry, so long rows do not hold up a block.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CHUNK 8

__device__ int nextRow;

__global__ void spmv_queue(int n, const int *__restrict__ ptr, const int *__restrict__ col,
                           const float *__restrict__ val, const float *__restrict__ x,
                           float *__restrict__ y)
{
	const int lane = threadIdx.x & 31;
	for (;;) {
		int first = 0;
		if (lane == 0)
			first = atomicAdd(&nextRow, CHUNK);
		first = __shfl_sync(0xffffffffu, first, 0);
		if (first >= n)
			return;
		for (int row = first; row < min(first + CHUNK, n); row++) {
			float s = 0.0f;
			for (int k = ptr[row] + lane; k < ptr[row + 1]; k += 32)
				s += val[k] * x[col[k]];
			for (int d = 16; d > 0; d >>= 1)
				s += __shfl_down_sync(0xffffffffu, s, d);
			if (lane == 0)
				y[row] = s;
		}
	}
}

int main(int argc, char **argv)
{
	const int n = 40000, widest = 320;
	int *ptr = (int *)malloc((n + 1) * sizeof(int));
	int *col = (int *)malloc((size_t)n * widest * sizeof(int));
	float *val = (float *)malloc((size_t)n * widest * sizeof(float));
	float *x = (float *)malloc(n * sizeof(float));
	int nz = 0;

	for (int r = 0; r < n; r++) {
		ptr[r] = nz;
		nz += (r % 64 == 0) ? widest : 10 + r % 23;
		x[r] = 1.0f;
	}
	ptr[n] = nz;
	for (int k = 0; k < n * widest; k++) {
		col[k] = rand() % n;
		val[k] = 0.25f;
	}

	int *dPtr, *dCol, zero = 0;
	float *dVal, *dX, *dY;
	cudaMalloc((void **)&dPtr, (n + 1) * sizeof(int));
	cudaMalloc((void **)&dCol, (size_t)n * widest * sizeof(int));
	cudaMalloc((void **)&dVal, (size_t)n * widest * sizeof(float));
	cudaMalloc((void **)&dX, n * sizeof(float));
	cudaMalloc((void **)&dY, n * sizeof(float));
	cudaMemcpy(dPtr, ptr, (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(dCol, col, (size_t)n * widest * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(dVal, val, (size_t)n * widest * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemcpy(dX, x, n * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemcpyToSymbol(nextRow, &zero, sizeof(int));

	spmv_queue<<<264, 256>>>(n, dPtr, dCol, dVal, dX, dY);

	float y1;
	cudaMemcpy(&y1, dY + 1, sizeof(float), cudaMemcpyDeviceToHost);
	printf("%d entries, y[1] = %f (2.75)\n", nz, y1);
	cudaFree(dPtr); cudaFree(dCol); cudaFree(dVal); cudaFree(dX); cudaFree(dY);
	free(ptr); free(col); free(val); free(x);
	return 0;
}
