#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

/* COUNT(*) WHERE region AND (active AND NOT blocked) AND premium on bitmap indexes */
__global__ void countMatches(const uint4 *region, const uint4 *active, const uint4 *blocked,
                             const uint4 *premium, int n4, unsigned int *total)
{
	unsigned int mine = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
		uint4 r = region[i], a = active[i], b = blocked[i], p = premium[i];
		mine += __popc(r.x & a.x & ~b.x & p.x);
		mine += __popc(r.y & a.y & ~b.y & p.y);
		mine += __popc(r.z & a.z & ~b.z & p.z);
		mine += __popc(r.w & a.w & ~b.w & p.w);
	}
	__shared__ unsigned int blockSum;
	if (threadIdx.x == 0)
		blockSum = 0;
	__syncthreads();
	atomicAdd(&blockSum, mine);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(total, blockSum);
}

int main()
{
	const int rows = 64 * 1000 * 1000;
	const int words = rows / 32;
	const size_t bytes = words * sizeof(unsigned int);
	unsigned int *h[4], *d[4], *dTotal;

	for (int k = 0; k < 4; k++) {
		h[k] = (unsigned int *)malloc(bytes);
		for (int i = 0; i < words; i++)
			h[k][i] = (unsigned int)rand() * 2654435761u;
		cudaMalloc(&d[k], bytes);
		cudaMemcpy(d[k], h[k], bytes, cudaMemcpyHostToDevice);
	}
	cudaMalloc(&dTotal, sizeof(unsigned int));
	cudaMemset(dTotal, 0, sizeof(unsigned int));

	countMatches<<<528, 256>>>((uint4 *)d[0], (uint4 *)d[1], (uint4 *)d[2], (uint4 *)d[3], words / 4, dTotal);

	unsigned int total;
	cudaMemcpy(&total, dTotal, sizeof(total), cudaMemcpyDeviceToHost);
	printf("selectivity %.4f\n", (double)total / rows);
	for (int k = 0; k < 4; k++) {
		free(h[k]);
		cudaFree(d[k]);
	}
	return 0;
}
