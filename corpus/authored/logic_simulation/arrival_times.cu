#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

/* Static timing: the latest arrival at every pin, edges pushed level by level with atomicMax.
   Times are picoseconds in int. */

#define PINS_PER_LEVEL 50000
#define FANOUT 4
#define LEVELS 5

__global__ void propagateLevel(const int *sink, const int *delay, int *arrival, int firstEdge, int edges)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= edges)
		return;
	int e = firstEdge + i;
	int driver = e / FANOUT;
	atomicMax(&arrival[sink[e]], arrival[driver] + delay[e]);
}

int main()
{
	const int pins = PINS_PER_LEVEL * (LEVELS + 1);
	const int edges = PINS_PER_LEVEL * FANOUT * LEVELS;
	const int perLevel = PINS_PER_LEVEL * FANOUT;

	int *sink = (int *)malloc(edges * sizeof(int));
	int *delay = (int *)malloc(edges * sizeof(int));
	int *arrival = (int *)malloc(pins * sizeof(int));
	for (int e = 0; e < edges; e++) {
		int level = e / perLevel;
		sink[e] = (level + 1) * PINS_PER_LEVEL + rand() % PINS_PER_LEVEL;
		delay[e] = 10 + rand() % 90;
	}
	for (int p = 0; p < pins; p++)
		arrival[p] = 0;

	int *dSink, *dDelay, *dArrival;
	cudaMalloc(&dSink, edges * sizeof(int));
	cudaMalloc(&dDelay, edges * sizeof(int));
	cudaMalloc(&dArrival, pins * sizeof(int));
	cudaMemcpy(dSink, sink, edges * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(dDelay, delay, edges * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(dArrival, arrival, pins * sizeof(int), cudaMemcpyHostToDevice);

	for (int l = 0; l < LEVELS; l++)
		propagateLevel<<<(perLevel + 255) / 256, 256>>>(dSink, dDelay, dArrival, l * perLevel, perLevel);

	cudaMemcpy(arrival, dArrival, pins * sizeof(int), cudaMemcpyDeviceToHost);
	int worst = 0;
	for (int p = 0; p < pins; p++)
		if (arrival[p] > worst)
			worst = arrival[p];
	printf("critical path: %d ps\n", worst);
	free(sink);
	free(delay);
	free(arrival);
	return 0;
}
