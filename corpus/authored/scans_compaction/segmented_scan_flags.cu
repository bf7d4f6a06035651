// Segmented inclusive scan of tiles: a flag of 1 starts a new segment.
// Hillis-Steele over (flag, value) pairs in shared memory. Segments do not
// cross tiles because the host starts one at each tile.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

template <typename T, int TILE>
__global__ void SegmentedScan(const T *values, const unsigned char *heads, T *result)
{
	__shared__ T     v[2][TILE];
	__shared__ short f[2][TILE];
	int t = threadIdx.x;
	int g = blockIdx.x * TILE + t;
	int now = 0;

	v[0][t] = values[g];
	f[0][t] = heads[g];
	__syncthreads();

	for (int d = 1; d < TILE; d *= 2)
	{
		int nxt = 1 - now;
		if (t >= d && !f[now][t])
		{
			v[nxt][t] = v[now][t] + v[now][t - d];
			f[nxt][t] = f[now][t - d];
		}
		else
		{
			v[nxt][t] = v[now][t];
			f[nxt][t] = f[now][t];
		}
		now = nxt;
		__syncthreads();
	}
	result[g] = v[now][t];
}

int main()
{
	const int TILE = 512;
	const int TILES = 2000;
	const int count = TILE * TILES;
	std::vector<float> values(count);
	std::vector<unsigned char> heads(count);
	for (int i = 0; i < count; ++i)
	{
		values[i] = 0.5f;
		heads[i] = (i % TILE == 0 || i % 37 == 0) ? 1 : 0;
	}

	float *dv, *dr;
	unsigned char *dh;
	cudaMalloc((void **)&dv, count * sizeof(float));
	cudaMalloc((void **)&dr, count * sizeof(float));
	cudaMalloc((void **)&dh, count);
	cudaMemcpy(dv, &values[0], count * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemcpy(dh, &heads[0], count, cudaMemcpyHostToDevice);

	SegmentedScan<float, TILE><<<TILES, TILE>>>(dv, dh, dr);
	cudaDeviceSynchronize();

	std::vector<float> r(count);
	cudaMemcpy(&r[0], dr, count * sizeof(float), cudaMemcpyDeviceToHost);
	float run = 0;
	int bad = 0;
	for (int i = 0; i < count; ++i)
	{
		run = heads[i] ? values[i] : run + values[i];
		bad += run != r[i];
	}
	printf("%d mismatches\n", bad);
	cudaFree(dv);
	cudaFree(dr);
	cudaFree(dh);
	return 0;
}
