#include <cuda_runtime.h>
#include <cstdio>

/* Block-local LSD radix sort of bytes-in-words, one bit at a time: zeros move
   to the front, ones to the back, both keeping their order. */

#define ITEMS 512
#define BITS  8
#define NBLK  1500

typedef unsigned int uint;

__device__ uint scanInclusive(uint x, uint *tmp)
{
	uint t = threadIdx.x;
	tmp[t] = x;
	__syncthreads();
	for (uint d = 1; d < ITEMS; d <<= 1) {
		uint y = (t >= d) ? tmp[t - d] : 0;
		__syncthreads();
		tmp[t] += y;
		__syncthreads();
	}
	return tmp[t];
}

__global__ void splitSort(uint *data)
{
	__shared__ uint item[ITEMS];
	__shared__ uint tmp[ITEMS];
	uint t = threadIdx.x;

	uint key = data[blockIdx.x * ITEMS + t];
	for (uint bit = 0; bit < BITS; bit++) {
		uint isZero = ((key >> bit) & 1u) ^ 1u;
		uint upToMe = scanInclusive(isZero, tmp);
		uint zeros = tmp[ITEMS - 1];
		uint dest = isZero ? upToMe - 1 : zeros + t - upToMe;
		item[dest] = key;
		__syncthreads();
		key = item[t];
		__syncthreads();
	}
	data[blockIdx.x * ITEMS + t] = key;
}

int main()
{
	static uint host[NBLK * ITEMS];
	uint *dev;
	uint state = 1u;

	for (int i = 0; i < NBLK * ITEMS; i++) {
		state = state * 1664525u + 1013904223u;
		host[i] = state >> 24;
	}
	cudaMalloc((void **)&dev, sizeof(host));
	cudaMemcpy(dev, host, sizeof(host), cudaMemcpyHostToDevice);
	splitSort<<<NBLK, ITEMS>>>(dev);
	cudaMemcpy(host, dev, sizeof(host), cudaMemcpyDeviceToHost);

	int inversions = 0;
	for (int b = 0; b < NBLK; b++)
		for (int i = 1; i < ITEMS; i++)
			if (host[b * ITEMS + i - 1] > host[b * ITEMS + i])
				inversions++;
	printf("inversions left: %d\n", inversions);
	cudaFree(dev);
	return 0;
}
