#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

#define NCLS 40

/* rows: truth, columns: prediction; a private copy per block, flushed once */
__global__ void confusion(const unsigned char *truth, const unsigned char *pred, unsigned n, unsigned *matrix)
{
	__shared__ unsigned local[NCLS * NCLS];
	unsigned i;

	for (i = threadIdx.x; i < NCLS * NCLS; i += blockDim.x)
		local[i] = 0;
	__syncthreads();

	for (i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&local[truth[i] * NCLS + pred[i]], 1u);
	__syncthreads();

	for (i = threadIdx.x; i < NCLS * NCLS; i += blockDim.x)
		if (local[i])
			atomicAdd(&matrix[i], local[i]);
}

int main(void)
{
	const unsigned n = 2000000;
	unsigned char *truth = (unsigned char *)malloc(n);
	unsigned char *pred = (unsigned char *)malloc(n);
	unsigned i, hits = 0, m[NCLS * NCLS];

	for (i = 0; i < n; i++) {
		truth[i] = rand() % NCLS;
		pred[i] = rand() % NCLS;
	}

	unsigned char *dt, *dp;
	unsigned *dm;
	cudaMalloc((void **)&dt, n);
	cudaMalloc((void **)&dp, n);
	cudaMalloc((void **)&dm, sizeof(m));
	cudaMemcpy(dt, truth, n, cudaMemcpyHostToDevice);
	cudaMemcpy(dp, pred, n, cudaMemcpyHostToDevice);
	cudaMemset(dm, 0, sizeof(m));

	confusion<<<160, 256>>>(dt, dp, n, dm);

	cudaMemcpy(m, dm, sizeof(m), cudaMemcpyDeviceToHost);
	for (i = 0; i < NCLS; i++)
		hits += m[i * NCLS + i];
	printf("accuracy %.4f (chance is %.4f)\n", hits / (double)n, 1.0 / NCLS);

	cudaFree(dt);
	cudaFree(dp);
	cudaFree(dm);
	free(truth);
	free(pred);
	return 0;
}
