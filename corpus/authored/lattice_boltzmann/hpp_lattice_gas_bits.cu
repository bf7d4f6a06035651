#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* HPP lattice gas: one bit per site and direction (E N W S), 32 sites in x per word.
   A step is propagation (shift with carry from the next word) followed by the head-on
   collision rule  E&W&~N&~S <-> N&S&~E&~W.  Periodic. */

#define WORDS 128            /* 4096 sites */
#define ROWS  2048
#define PLANE (WORDS * ROWS)

__global__ void hpp_step(const uint32_t *in, uint32_t *out)
{
	const int w = threadIdx.x;
	const int y = blockIdx.x * blockDim.y + threadIdx.y;
	const int wl = (w + WORDS - 1) % WORDS, wr = (w + 1) % WORDS;
	const int ys = (y + ROWS - 1) % ROWS, yn = (y + 1) % ROWS;

	/* bit k of word w is site 32 w + k */
	uint32_t e = __funnelshift_l(in[y * WORDS + wl], in[y * WORDS + w], 1);
	uint32_t n = in[PLANE + ys * WORDS + w];
	uint32_t v = __funnelshift_r(in[2 * PLANE + y * WORDS + w], in[2 * PLANE + y * WORDS + wr], 1);
	uint32_t s = in[3 * PLANE + yn * WORDS + w];

	uint32_t hit = (e & v & ~n & ~s) | (n & s & ~e & ~v);
	out[y * WORDS + w] = e ^ hit;
	out[PLANE + y * WORDS + w] = n ^ hit;
	out[2 * PLANE + y * WORDS + w] = v ^ hit;
	out[3 * PLANE + y * WORDS + w] = s ^ hit;
}

int main(void)
{
	uint32_t *h = (uint32_t *)malloc(4 * PLANE * sizeof(uint32_t));
	uint32_t r = 88172645u;
	for (int i = 0; i < 4 * PLANE; i++) {
		r = r * 1664525u + 1013904223u;
		h[i] = r ^ (r >> 16);
	}
	long long before = 0, after = 0;
	for (int i = 0; i < 4 * PLANE; i++)
		before += __builtin_popcount(h[i]);

	uint32_t *a, *b;
	cudaMalloc(&a, 4 * PLANE * sizeof(uint32_t));
	cudaMalloc(&b, 4 * PLANE * sizeof(uint32_t));
	cudaMemcpy(a, h, 4 * PLANE * sizeof(uint32_t), cudaMemcpyHostToDevice);
	dim3 block(WORDS, 2);
	for (int t = 0; t < 50; t++) {
		hpp_step<<<ROWS / 2, block>>>(a, b);
		hpp_step<<<ROWS / 2, block>>>(b, a);
	}
	cudaMemcpy(h, a, 4 * PLANE * sizeof(uint32_t), cudaMemcpyDeviceToHost);
	for (int i = 0; i < 4 * PLANE; i++)
		after += __builtin_popcount(h[i]);
	printf("particles: %lld before, %lld after\n", before, after);
	cudaFree(a);
	cudaFree(b);
	free(h);
	return 0;
}
