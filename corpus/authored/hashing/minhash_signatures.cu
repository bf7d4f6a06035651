/* MinHash: sig[d][k] = min over shingles s of document d of (a_k * s + b_k) mod 2^32 */
#include <cstdio>
#include <cstdlib>
#include <climits>
#include <cuda_runtime.h>

#define NUM_DOCS 8192
#define SHINGLES_PER_DOC 300
#define NUM_HASHES 128
#define CHUNK 128

__global__ void minhash(const unsigned *shingles, const unsigned *coefA, const unsigned *coefB, unsigned *sig)
{
	__shared__ unsigned cache[CHUNK];
	const unsigned *mine = shingles + blockIdx.x * SHINGLES_PER_DOC;
	unsigned a = coefA[threadIdx.x];
	unsigned b = coefB[threadIdx.x];
	unsigned lowest = UINT_MAX;

	for (int base = 0; base < SHINGLES_PER_DOC; base += CHUNK) {
		int left = min(CHUNK, SHINGLES_PER_DOC - base);
		if (threadIdx.x < left)
			cache[threadIdx.x] = mine[base + threadIdx.x];
		__syncthreads();
		for (int s = 0; s < left; s++) {
			unsigned h = a * cache[s] + b;
			lowest = min(lowest, h);
		}
		__syncthreads();
	}
	sig[blockIdx.x * NUM_HASHES + threadIdx.x] = lowest;
}

int main()
{
	unsigned *shingles = new unsigned[NUM_DOCS * SHINGLES_PER_DOC];
	unsigned coefA[NUM_HASHES], coefB[NUM_HASHES];
	srand(1);
	for (int d = 0; d < NUM_DOCS; d++)
		for (int s = 0; s < SHINGLES_PER_DOC; s++)
			shingles[d * SHINGLES_PER_DOC + s] = (unsigned)rand() ^ (unsigned)(d / 2) * 31u;
	for (int k = 0; k < NUM_HASHES; k++) {
		coefA[k] = 2u * rand() + 1u;
		coefB[k] = rand();
	}

	unsigned *dS, *dA, *dB, *dSig;
	cudaMalloc(&dS, sizeof(unsigned) * NUM_DOCS * SHINGLES_PER_DOC);
	cudaMalloc(&dA, sizeof(coefA));
	cudaMalloc(&dB, sizeof(coefB));
	cudaMalloc(&dSig, sizeof(unsigned) * NUM_DOCS * NUM_HASHES);
	cudaMemcpy(dS, shingles, sizeof(unsigned) * NUM_DOCS * SHINGLES_PER_DOC, cudaMemcpyHostToDevice);
	cudaMemcpy(dA, coefA, sizeof(coefA), cudaMemcpyHostToDevice);
	cudaMemcpy(dB, coefB, sizeof(coefB), cudaMemcpyHostToDevice);

	minhash<<<NUM_DOCS, NUM_HASHES>>>(dS, dA, dB, dSig);
	if (cudaDeviceSynchronize() != cudaSuccess) {
		puts("kernel failed");
		return 1;
	}

	unsigned *sig = new unsigned[NUM_DOCS * NUM_HASHES];
	cudaMemcpy(sig, dSig, sizeof(unsigned) * NUM_DOCS * NUM_HASHES, cudaMemcpyDeviceToHost);
	int equal = 0;
	for (int k = 0; k < NUM_HASHES; k++)
		equal += sig[k] == sig[NUM_HASHES + k];
	printf("estimated Jaccard of documents 0 and 1: %.3f\n", equal / (double)NUM_HASHES);
	delete[] shingles;
	delete[] sig;
	return 0;
}
