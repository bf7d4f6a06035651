#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Rabin-Karp: hash of a 20-byte window modulo 2^32, base 257. Each thread rolls over RUN windows.
typedef unsigned int u32;
typedef unsigned char u8;

const u32 BASE = 257;
const int M = 20;
const int RUN = 64;

__global__ void rollingSearch(const u8 *__restrict__ txt, int nWindows, u32 target, u32 topPower,
                              int *__restrict__ candidates, int *__restrict__ nCandidates, int maxCandidates)
{
	int start = (blockIdx.x * blockDim.x + threadIdx.x) * RUN;
	if (start >= nWindows)
		return;
	int stop = min(start + RUN, nWindows);

	u32 h = 0;
	for (int i = 0; i < M; ++i)
		h = h * BASE + txt[start + i];

	for (int w = start; ; ) {
		if (h == target) {
			int slot = atomicAdd(nCandidates, 1);
			if (slot < maxCandidates)
				candidates[slot] = w;
		}
		if (++w >= stop)
			break;
		h = (h - txt[w - 1] * topPower) * BASE + txt[w + M - 1];
	}
}

int main()
{
	const int bytes = 24000000;
	const int windows = bytes - M + 1;
	const int cap = 4096;

	u8 *txt = (u8 *)malloc(bytes);
	srand(2024);
	for (int i = 0; i < bytes; ++i)
		txt[i] = 32 + rand() % 90;

	const u32 target = 0x6c1f93a5u;         // fingerprint of the 20-byte signature
	u32 top = 1;
	for (int i = 1; i < M; ++i)
		top *= BASE;

	u8 *dTxt;
	int *dCand, *dCount;
	cudaMalloc(&dTxt, bytes);
	cudaMalloc(&dCand, cap * sizeof(int));
	cudaMalloc(&dCount, sizeof(int));
	cudaMemcpy(dTxt, txt, bytes, cudaMemcpyHostToDevice);
	cudaMemset(dCount, 0, sizeof(int));

	int threads = (windows + RUN - 1) / RUN;
	rollingSearch<<<(threads + 127) / 128, 128>>>(dTxt, windows, target, top, dCand, dCount, cap);

	int count, cand[cap];
	cudaMemcpy(&count, dCount, sizeof(int), cudaMemcpyDeviceToHost);
	cudaMemcpy(cand, dCand, sizeof(cand), cudaMemcpyDeviceToHost);
	printf("%d candidates, first at %d\n", count, count ? cand[0] : -1);
	return 0;
}
