#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Polar transform of 1024-bit frames: x = u * F^(x10) over GF(2). A warp keeps a frame with 32 bits
// per lane: the five small butterflies are shifts inside a word, the five large ones are shuffles.
#define FRAME_WORDS 32

__global__ void polarEncode(const unsigned *u, unsigned *x, int frames)
{
	int frame = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
	int lane = threadIdx.x & 31;
	if (frame >= frames)
		return;
	unsigned w = u[frame * FRAME_WORDS + lane];

	w ^= (w >> 1) & 0x55555555u;
	w ^= (w >> 2) & 0x33333333u;
	w ^= (w >> 4) & 0x0f0f0f0fu;
	w ^= (w >> 8) & 0x00ff00ffu;
	w ^= (w >> 16) & 0x0000ffffu;
#pragma unroll
	for (int d = 1; d < 32; d <<= 1) {
		unsigned other = __shfl_xor_sync(0xffffffffu, w, d);
		if (!(lane & d))
			w ^= other;
	}
	x[frame * FRAME_WORDS + lane] = w;
}

int main()
{
	int frames = 50000;
	int words = frames * FRAME_WORDS;
	unsigned *u = (unsigned *)malloc(words * sizeof(unsigned));
	unsigned *back = (unsigned *)malloc(words * sizeof(unsigned));
	for (int i = 0; i < words; i++)
		u[i] = (unsigned)rand() << 1 ^ (unsigned)rand() >> 7;

	unsigned *dU, *dX;
	cudaMalloc(&dU, words * sizeof(unsigned));
	cudaMalloc(&dX, words * sizeof(unsigned));
	cudaMemcpy(dU, u, words * sizeof(unsigned), cudaMemcpyHostToDevice);

	// the transform is its own inverse
	polarEncode<<<(words + 127) / 128, 128>>>(dU, dX, frames);
	polarEncode<<<(words + 127) / 128, 128>>>(dX, dU, frames);

	cudaMemcpy(back, dU, words * sizeof(unsigned), cudaMemcpyDeviceToHost);
	int wrong = 0;
	for (int i = 0; i < words; i++)
		wrong += back[i] != u[i];
	printf("%d words differ after encoding twice\n", wrong);
	return wrong != 0;
}
