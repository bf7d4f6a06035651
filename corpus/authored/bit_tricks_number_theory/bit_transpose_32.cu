#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/* Transposes 32x32 bit matrices. Lane r holds row r; five butterfly exchanges. */
__global__ void transpose_bits(const unsigned *in, unsigned *out, int matrices)
{
	int m = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	int lane = threadIdx.x % 32;
	if (m >= matrices)
		return;

	unsigned x = in[m * 32 + lane];
	unsigned mask = 0x0000ffffu;
#pragma unroll
	for (int s = 16; s > 0; s >>= 1) {
		unsigned y = __shfl_xor_sync(0xffffffffu, x, s);
		if (lane & s)
			x = (x & ~mask) | ((y >> s) & mask);
		else
			x = (x & mask) | ((y << s) & ~mask);
		mask ^= mask << (s >> 1);
	}
	out[m * 32 + lane] = x;
}

int main(int argc, char **argv)
{
	int matrices = argc > 1 ? atoi(argv[1]) : 100000;
	size_t bytes = (size_t)matrices * 32 * sizeof(unsigned);
	unsigned *h_in = (unsigned *)malloc(bytes), *h_out = (unsigned *)malloc(bytes);
	for (int i = 0; i < matrices * 32; i++)
		h_in[i] = i * 0x9E3779B1u ^ (i >> 3);

	unsigned *d_in, *d_out;
	cudaMalloc(&d_in, bytes);
	cudaMalloc(&d_out, bytes);
	cudaMemcpy(d_in, h_in, bytes, cudaMemcpyHostToDevice);
	transpose_bits<<<(matrices * 32 + 255) / 256, 256>>>(d_in, d_out, matrices);
	cudaMemcpy(h_out, d_out, bytes, cudaMemcpyDeviceToHost);

	for (int r = 0; r < 32; r++)
		for (int c = 0; c < 32; c++)
			if ((h_in[r] >> c & 1) != (h_out[c] >> r & 1)) {
				printf("wrong bit %d,%d\n", r, c);
				return 1;
			}
	printf("transposed %d matrices\n", matrices);
	return 0;
}
