#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * Line index of a text file.
 *   pass 1: newlines per block of 4096 characters
 *   (host): offsets of the blocks
 *   pass 2: positions written in order
 */
#define THREADS 256
#define SPAN 4096

__global__ void count_lines(const char *text, int *per_block)
{
	int lines = 0;
	for (int i = threadIdx.x; i < SPAN; i += THREADS)
		lines += text[blockIdx.x * SPAN + i] == '\n';
	for (int d = 16; d > 0; d >>= 1)
		lines += __shfl_down_sync(0xffffffffu, lines, d);
	__shared__ int warp_sum[THREADS / 32];
	if (threadIdx.x % 32 == 0)
		warp_sum[threadIdx.x / 32] = lines;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int w = 1; w < THREADS / 32; w++)
			lines += warp_sum[w];
		per_block[blockIdx.x] = lines;
	}
}

__global__ void write_lines(const char *text, const int *block_offset, int *position)
{
	__shared__ int warp_count[THREADS / 32];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int base = block_offset[blockIdx.x];

	for (int i = threadIdx.x; i < SPAN; i += THREADS) {
		int at = blockIdx.x * SPAN + i;
		unsigned votes = __ballot_sync(0xffffffffu, text[at] == '\n');
		if (lane == 0)
			warp_count[warp] = __popc(votes);
		__syncthreads();
		int before = 0, all = 0;
		for (int w = 0; w < THREADS / 32; w++) {
			if (w < warp)
				before += warp_count[w];
			all += warp_count[w];
		}
		if (votes >> lane & 1)
			position[base + before + __popc(votes & ((1u << lane) - 1))] = at;
		base += all;
		__syncthreads();
	}
}

int main(void)
{
	const int blocks = 2048, n = blocks * SPAN;
	char *text = (char *)malloc(n);
	int *counts = (int *)malloc(blocks * sizeof(int)), *offsets = (int *)malloc(blocks * sizeof(int));
	for (int i = 0; i < n; i++)
		text[i] = (i % 64 == 63) ? '\n' : 'a' + i % 23;
	/* 64 newlines in each span of 4096 */
	for (int b = 0; b < blocks; b++)
		offsets[b] = b * 64;

	char *d_text;
	int *d_counts, *d_offsets, *d_pos;
	cudaMalloc(&d_text, n);
	cudaMalloc(&d_counts, blocks * sizeof(int));
	cudaMalloc(&d_offsets, blocks * sizeof(int));
	cudaMalloc(&d_pos, n * sizeof(int));
	cudaMemcpy(d_text, text, n, cudaMemcpyHostToDevice);

	count_lines<<<blocks, THREADS>>>(d_text, d_counts);
	cudaMemcpy(counts, d_counts, blocks * sizeof(int), cudaMemcpyDeviceToHost);
	for (int b = 0; b < blocks; b++)
		if (counts[b] != 64)
			printf("span %d has %d lines\n", b, counts[b]);
	cudaMemcpy(d_offsets, offsets, blocks * sizeof(int), cudaMemcpyHostToDevice);
	write_lines<<<blocks, THREADS>>>(d_text, d_offsets, d_pos);

	int last;
	cudaMemcpy(&last, d_pos + blocks * 64 - 1, sizeof(int), cudaMemcpyDeviceToHost);
	printf("last line ends at %d of %d\n", last, n);
	return 0;
}
