#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Graph feature aggregation: OUT = A * X, A sparse (CSR, 0/1 adjacency with
// degree normalisation), X dense with 32 features. The lane is the feature; a
// warp walks the neighbours of one node and broadcasts their indices.

constexpr int kFeat = 32;

__global__ void aggregate(const int* __restrict__ rowPtr, const int* __restrict__ nbr,
                          const float* __restrict__ X, float* __restrict__ out, int nodes)
{
	const int lane = threadIdx.x;
	const int node = blockIdx.x * blockDim.y + threadIdx.y;
	if (node >= nodes) return;

	const int beg = rowPtr[node], end = rowPtr[node + 1];
	float sum = 0.0f;
	for (int base = beg; base < end; base += 32) {
		const int mine = base + lane < end ? nbr[base + lane] : 0;
		const int cnt = min(32, end - base);
		for (int k = 0; k < cnt; ++k) {
			const int j = __shfl_sync(0xffffffffu, mine, k);
			sum += X[j * kFeat + lane];
		}
	}
	out[node * kFeat + lane] = end > beg ? sum / (end - beg) : 0.0f;
}

int main()
{
	const int nodes = 50000, maxDegree = 24;
	std::vector<int> rowPtr(nodes + 1), nbr(nodes * maxDegree);
	int edges = 0;
	for (int v = 0; v < nodes; ++v) {
		rowPtr[v] = edges;
		edges += 4 + v % 21;
	}
	rowPtr[nodes] = edges;
	for (int e = 0; e < nodes * maxDegree; ++e)
		nbr[e] = rand() % nodes;

	std::vector<float> X(nodes * kFeat);
	for (int i = 0; i < nodes * kFeat; ++i)
		X[i] = (i % kFeat) * 0.1f;

	int *dPtr, *dNbr;
	float *dX, *dOut;
	cudaMalloc(&dPtr, rowPtr.size() * sizeof(int));
	cudaMalloc(&dNbr, nbr.size() * sizeof(int));
	cudaMalloc(&dX, X.size() * sizeof(float));
	cudaMalloc(&dOut, X.size() * sizeof(float));
	cudaMemcpy(dPtr, rowPtr.data(), rowPtr.size() * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(dNbr, nbr.data(), nbr.size() * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(dX, X.data(), X.size() * sizeof(float), cudaMemcpyHostToDevice);

	aggregate<<<(nodes + 3) / 4, dim3(32, 4)>>>(dPtr, dNbr, dX, dOut, nodes);

	float f31;
	cudaMemcpy(&f31, dOut + 31, sizeof(float), cudaMemcpyDeviceToHost);
	printf("%d edges; feature 31 of node 0: %f\n", edges, f31);
	cudaFree(dPtr);
	cudaFree(dNbr);
	cudaFree(dX);
	cudaFree(dOut);
	return 0;
}
