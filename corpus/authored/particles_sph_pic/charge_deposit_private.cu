#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

/* 1D1V electrostatic PIC: linear charge weighting. The grid is small, so each block
   keeps a private copy in (dynamic) shared memory and flushes it once. */

extern __shared__ float grid_priv[];

__global__ void deposit_1d(const float *__restrict__ xp, int np, float *__restrict__ rho, int ng, float inv_dx, float q)
{
	for (int g = threadIdx.x; g < ng; g += blockDim.x)
		grid_priv[g] = 0.0f;
	__syncthreads();

	for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < np; p += gridDim.x * blockDim.x) {
		float s = xp[p] * inv_dx;
		int j = (int)s;
		float w = s - (float)j;
		if (j >= ng)
			j -= ng;
		int jp = j + 1 < ng ? j + 1 : 0;
		atomicAdd(grid_priv + j, q * (1.0f - w));
		atomicAdd(grid_priv + jp, q * w);
	}
	__syncthreads();

	for (int g = threadIdx.x; g < ng; g += blockDim.x)
		atomicAdd(rho + g, grid_priv[g]);
}

int main()
{
	const int np = 4 * 1024 * 1024, ng = 2000;
	const float length = 100.0f;

	float *hx = new float[np];
	for (int p = 0; p < np; p++)
		hx[p] = length * ((float)rand() / (float)RAND_MAX) * 0.99999f;

	float *xp, *rho;
	cudaMalloc(&xp, np * sizeof(float));
	cudaMalloc(&rho, ng * sizeof(float));
	cudaMemcpy(xp, hx, np * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemset(rho, 0, ng * sizeof(float));

	deposit_1d<<<264, 512, ng * sizeof(float)>>>(xp, np, rho, ng, ng / length, 1.0f / np);

	float *hr = new float[ng];
	cudaMemcpy(hr, rho, ng * sizeof(float), cudaMemcpyDeviceToHost);
	double q = 0;
	for (int g = 0; g < ng; g++)
		q += hr[g];
	printf("total charge %.6f\n", q);
	cudaFree(xp);
	cudaFree(rho);
	delete[] hx;
	delete[] hr;
	return 0;
}
