/*
 * Widest path (maximum bottleneck capacity) from one source.
 * Bellman-Ford over an edge list: cap[v] = max(cap[v], min(cap[u], c(u,v))).
 */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define CHECK(x)                                                              \
	do {                                                                  \
		cudaError_t err = (x);                                        \
		if (err != cudaSuccess) {                                     \
			fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__,     \
				cudaGetErrorString(err));                     \
			exit(1);                                              \
		}                                                             \
	} while (0)

__global__ void relax(const int *from, const int *to, const int *capacity, int m, int *cap, int *changed)
{
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	if (i < m) {
		int target = to[i];
		int through = min(cap[from[i]], capacity[i]);
		if (through > cap[target]) {
			atomicMax(&cap[target], through);
			*changed = 1;
		}
	}
}

int main(void)
{
	const int n = 150000;
	const int m = 2000000;
	const int rounds = 4;
	int i, r;

	int *from = (int *)malloc(m * sizeof(int));
	int *to = (int *)malloc(m * sizeof(int));
	int *weight = (int *)malloc(m * sizeof(int));
	int *cap = (int *)malloc(n * sizeof(int));
	srand(7);
	for (i = 0; i < m; i++) {
		from[i] = i % n;
		to[i] = (int)(((long long)i * 48271) % n);
		weight[i] = 1 + rand() % 1000;
	}
	for (i = 0; i < n; i++)
		cap[i] = (i % 64 == 0) ? 1000000 : 0;

	int *d_from, *d_to, *d_weight, *d_cap, *d_changed, changed;
	CHECK(cudaMalloc(&d_from, m * sizeof(int)));
	CHECK(cudaMalloc(&d_to, m * sizeof(int)));
	CHECK(cudaMalloc(&d_weight, m * sizeof(int)));
	CHECK(cudaMalloc(&d_cap, n * sizeof(int)));
	CHECK(cudaMalloc(&d_changed, sizeof(int)));
	CHECK(cudaMemcpy(d_from, from, m * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(d_to, to, m * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(d_weight, weight, m * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(d_cap, cap, n * sizeof(int), cudaMemcpyHostToDevice));

	for (r = 0; r < rounds; r++) {
		CHECK(cudaMemset(d_changed, 0, sizeof(int)));
		relax<<<(m + 511) / 512, 512>>>(d_from, d_to, d_weight, m, d_cap, d_changed);
		CHECK(cudaGetLastError());
	}
	CHECK(cudaMemcpy(&changed, d_changed, sizeof(int), cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(cap, d_cap, n * sizeof(int), cudaMemcpyDeviceToHost));
	printf("%s after %d rounds, cap[1]=%d\n", changed ? "still moving" : "settled", rounds, cap[1]);
	free(from);
	free(to);
	free(weight);
	free(cap);
	return 0;
}
