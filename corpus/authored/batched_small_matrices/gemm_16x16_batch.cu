#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

/* C[i] = A[i] * B[i], 5000 pairs of 16x16 doubles, one block per pair.
   Strides between matrices as in the strided batched BLAS interface; a stride
   of zero would repeat one matrix for the whole batch. */

#define NB 16
#define BATCH 5000

__global__ void batchedGemm(const double *A, long strideA, const double *B, long strideB,
                            double *C, long strideC)
{
	__shared__ double a[NB][NB];
	__shared__ double b[NB][NB];
	int x = threadIdx.x, y = threadIdx.y;

	A += blockIdx.x * strideA;
	B += blockIdx.x * strideB;
	C += blockIdx.x * strideC;
	a[y][x] = A[y * NB + x];
	b[y][x] = B[y * NB + x];
	__syncthreads();

	double c = 0.0;
	for (int k = 0; k < NB; k++)
		c += a[y][k] * b[k][x];
	C[y * NB + x] = c;
}

int main(void)
{
	size_t total = (size_t)BATCH * NB * NB;
	double *h = (double *)malloc(total * sizeof(double));
	for (size_t i = 0; i < total; i++)
		h[i] = (double)(i % 9) - 4.0;

	double *dA, *dB, *dC;
	cudaMalloc((void **)&dA, total * sizeof(double));
	cudaMalloc((void **)&dB, total * sizeof(double));
	cudaMalloc((void **)&dC, total * sizeof(double));
	cudaMemcpy(dA, h, total * sizeof(double), cudaMemcpyHostToDevice);
	cudaMemcpy(dB, h, total * sizeof(double), cudaMemcpyHostToDevice);

	const long stride = NB * NB;
	batchedGemm<<<BATCH, dim3(NB, NB)>>>(dA, stride, dB, stride, dC, stride);

	cudaMemcpy(h, dC, total * sizeof(double), cudaMemcpyDeviceToHost);
	printf("C[0](0,0) = %g, C[%d](15,15) = %g\n", h[0], BATCH - 1, h[total - 1]);
	cudaFree(dA); cudaFree(dB); cudaFree(dC);
	free(h);
	return 0;
}
