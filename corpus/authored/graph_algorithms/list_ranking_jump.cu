#include <cuda_runtime.h>
#include <cstdio>
#include <utility>
#include <vector>

// rank[i]: distance from i to the node that next[i] points at

__global__ void jump(const int *next, const int *rank, int *nextOut, int *rankOut, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int j = next[i];
	rankOut[i] = rank[i] + rank[j];
	nextOut[i] = next[j];
}

int main()
{
	const int n = 1 << 20;
	const unsigned mult = 362437u;          // odd: i*mult mod n is a permutation

	// walking from 0 in strides of mult visits every node; the last one points at itself
	const int tail = (int)(((n - 1) * mult) % n);
	std::vector<int> next(n), rank(n);
	for (int i = 0; i < n; ++i) {
		next[i] = i == tail ? i : (int)((i + mult) % n);
		rank[i] = i == tail ? 0 : 1;
	}

	int *na, *nb, *ra, *rb;
	cudaMalloc(&na, n * sizeof(int));
	cudaMalloc(&nb, n * sizeof(int));
	cudaMalloc(&ra, n * sizeof(int));
	cudaMalloc(&rb, n * sizeof(int));
	cudaMemcpy(na, next.data(), n * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(ra, rank.data(), n * sizeof(int), cudaMemcpyHostToDevice);

	for (int step = 1; step < n; step *= 2) {
		jump<<<n / 512, 512>>>(na, ra, nb, rb, n);
		std::swap(na, nb);
		std::swap(ra, rb);
	}

	cudaMemcpy(rank.data(), ra, n * sizeof(int), cudaMemcpyDeviceToHost);
	int bad = 0;
	for (int i = 0; i < n; ++i) {
		unsigned here = (i * mult) % n;
		if (rank[here] != n - 1 - i) ++bad;
	}
	printf("%d wrong ranks\n", bad);
	cudaFree(na); cudaFree(nb); cudaFree(ra); cudaFree(rb);
	return bad != 0;
}
