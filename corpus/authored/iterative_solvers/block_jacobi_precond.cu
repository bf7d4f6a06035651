#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

// z = M^-1 r with M block diagonal; the 16x16 inverses are stored explicitly,
// transposed so that consecutive threads read consecutive words.
// 128 threads hold 8 blocks of the preconditioner.

#define BS   16
#define NBLK 12000
#define BLOCKS_PER_CTA 8

__global__ void applyBlockJacobi(const float *minv, const float *r, float *z)
{
	__shared__ float rs[BLOCKS_PER_CTA][BS];
	int local = threadIdx.x / BS;
	int i = threadIdx.x % BS;
	int blk = blockIdx.x * BLOCKS_PER_CTA + local;

	rs[local][i] = r[blk * BS + i];
	__syncthreads();

	const float *m = minv + (size_t)blk * BS * BS;
	float sum = 0.0f;
	#pragma unroll
	for (int j = 0; j < BS; j++)
		sum += m[j * BS + i] * rs[local][j];
	z[blk * BS + i] = sum;
}

int main(int argc, char *argv[])
{
	size_t mBytes = (size_t)NBLK * BS * BS * sizeof(float);
	size_t vBytes = (size_t)NBLK * BS * sizeof(float);
	float *minv = (float *)malloc(mBytes);
	float *r = (float *)malloc(vBytes);

	for (int b = 0; b < NBLK; b++)
		for (int e = 0; e < BS * BS; e++)
			minv[b * BS * BS + e] = (e % (BS + 1) == 0) ? 0.5f : 0.01f;
	for (int i = 0; i < NBLK * BS; i++)
		r[i] = (float)(i % 32) / 32.0f;

	float *dM, *dR, *dZ;
	cudaMalloc((void **)&dM, mBytes);
	cudaMalloc((void **)&dR, vBytes);
	cudaMalloc((void **)&dZ, vBytes);
	cudaMemcpy(dM, minv, mBytes, cudaMemcpyHostToDevice);
	cudaMemcpy(dR, r, vBytes, cudaMemcpyHostToDevice);

	applyBlockJacobi<<<NBLK / BLOCKS_PER_CTA, BLOCKS_PER_CTA * BS>>>(dM, dR, dZ);

	cudaMemcpy(r, dZ, vBytes, cudaMemcpyDeviceToHost);
	printf("z[0] = %f z[15] = %f\n", r[0], r[15]);
	cudaFree(dM);
	cudaFree(dR);
	cudaFree(dZ);
	free(minv);
	free(r);
	return 0;
}
