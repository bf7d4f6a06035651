#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Uniform neighbour sampling with replacement for mini-batch training.
struct CsrGraph {
	const int *rowPtr;
	const int *col;
};

__device__ uint32_t pcg(uint32_t &state)
{
	state = state * 747796405u + 2891336453u;
	uint32_t w = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
	return (w >> 22) ^ w;
}

template <int FANOUT>
__global__ void sampleNeighbours(CsrGraph g, const int *seeds, int nSeeds, int *sampled, uint32_t epoch)
{
	int s = blockIdx.x * blockDim.x + threadIdx.x;
	if (s >= nSeeds)
		return;

	int v = seeds[s];
	int first = g.rowPtr[v];
	int degree = g.rowPtr[v + 1] - first;
	uint32_t rng = s * 9781u + epoch * 6271u + 1u;

	for (int k = 0; k < FANOUT; k++) {
		int pick = degree > 0 ? (int)__umulhi(pcg(rng), (uint32_t)degree) : -1;
		sampled[s * FANOUT + k] = pick >= 0 ? g.col[first + pick] : v;   // isolated: itself
	}
}

int main()
{
	const int nodes = 100000, nSeeds = 8192, fanout = 10;
	const int maxEdges = nodes * 20;

	std::vector<int> rowPtr(nodes + 1), col(maxEdges), seeds(nSeeds);
	int edges = 0;
	for (int v = 0; v < nodes; v++) {
		rowPtr[v] = edges;
		edges += v % 20;
	}
	rowPtr[nodes] = edges;
	for (int e = 0; e < maxEdges; e++)
		col[e] = rand() % nodes;
	for (int s = 0; s < nSeeds; s++)
		seeds[s] = rand() % nodes;

	int *dRow, *dCol, *dSeeds, *dOut;
	cudaMalloc(&dRow, (nodes + 1) * sizeof(int));
	cudaMalloc(&dCol, maxEdges * sizeof(int));
	cudaMalloc(&dSeeds, nSeeds * sizeof(int));
	cudaMalloc(&dOut, nSeeds * fanout * sizeof(int));
	cudaMemcpy(dRow, rowPtr.data(), (nodes + 1) * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(dCol, col.data(), maxEdges * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(dSeeds, seeds.data(), nSeeds * sizeof(int), cudaMemcpyHostToDevice);

	CsrGraph g = {dRow, dCol};
	sampleNeighbours<fanout><<<nSeeds / 128, 128>>>(g, dSeeds, nSeeds, dOut, 3u);

	std::vector<int> out(nSeeds * fanout);
	cudaMemcpy(out.data(), dOut, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
	printf("seed %d:", seeds[0]);
	for (int k = 0; k < fanout; k++)
		printf(" %d", out[k]);
	printf("\n");
	cudaFree(dRow);
	cudaFree(dCol);
	cudaFree(dSeeds);
	cudaFree(dOut);
	return 0;
}
