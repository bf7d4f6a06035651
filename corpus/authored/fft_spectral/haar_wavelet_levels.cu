#include <cuda_runtime.h>
#include <iostream>
#include <vector>

// Complete Haar decomposition of tiles of 512 samples: averages move to the
// front half, details stay behind, level after level.

static const int TILE = 512;

__global__ void haarTiles(const float* signal, float* coeffs)
{
	__shared__ float buf[2][TILE];
	const int t = threadIdx.x;                 // TILE/2 threads
	const float r = 0.70710678f;
	signal += blockIdx.x * TILE;
	coeffs += blockIdx.x * TILE;

	buf[0][t] = signal[t];
	buf[0][t + TILE / 2] = signal[t + TILE / 2];
	__syncthreads();

	int src = 0;
	for (int half = TILE / 2; half >= 1; half /= 2)
	{
		if (t < half)
		{
			const float a = buf[src][2 * t];
			const float b = buf[src][2 * t + 1];
			buf[1 - src][t] = (a + b) * r;
			coeffs[half + t] = (a - b) * r;
		}
		src = 1 - src;
		__syncthreads();
	}
	if (t == 0)
		coeffs[0] = buf[src][0];
}

int main()
{
	const int tiles = 6000;
	std::vector<float> s(tiles * TILE);
	for (int i = 0; i < tiles * TILE; ++i)
		s[i] = (i / 64) % 2 ? 1.0f : -1.0f;

	float *dS, *dC;
	cudaMalloc(&dS, s.size() * sizeof(float));
	cudaMalloc(&dC, s.size() * sizeof(float));
	cudaMemcpy(dS, s.data(), s.size() * sizeof(float), cudaMemcpyHostToDevice);

	haarTiles<<<tiles, TILE / 2>>>(dS, dC);

	std::vector<float> c(s.size());
	cudaMemcpy(c.data(), dC, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
	double energy = 0;
	int nonzero = 0;
	for (float v : c)
	{
		energy += double(v) * v;
		nonzero += v > 1e-4f || v < -1e-4f;
	}
	std::cout << "energy " << energy << " of " << s.size() << ", " << nonzero << " coefficients matter\n";
	cudaFree(dS);
	cudaFree(dC);
	return 0;
}
