#include <cuda_runtime.h>
#include <iostream>
#include <memory>

// Allen-Cahn:  dphi/dt = M (eps^2 lap(phi) + phi - phi^3)   on a torus

namespace pf {
	constexpr int N = 768;
	constexpr int TILE = 24;
	constexpr float eps2 = 1.5f;
	constexpr float mobility_dt = 0.05f;
}

__device__ __forceinline__ int wrap(int i)
{
	return i < 0 ? i + pf::N : (i >= pf::N ? i - pf::N : i);
}

__global__ void relax(const float *phi, float *phi_out)
{
	__shared__ float s[pf::TILE + 2][pf::TILE + 2];

	const int x0 = blockIdx.x * pf::TILE - 1;
	const int y0 = blockIdx.y * pf::TILE - 1;
	const int side = pf::TILE + 2;

	// fill the tile with its rim, all threads together
	for (int k = threadIdx.y * pf::TILE + threadIdx.x; k < side * side; k += pf::TILE * pf::TILE) {
		int ly = k / side, lx = k % side;
		s[ly][lx] = phi[wrap(y0 + ly) * pf::N + wrap(x0 + lx)];
	}
	__syncthreads();

	const int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
	const float c = s[ly][lx];
	// nine-point isotropic Laplacian
	float lap = 4.0f * (s[ly][lx - 1] + s[ly][lx + 1] + s[ly - 1][lx] + s[ly + 1][lx])
	          + s[ly - 1][lx - 1] + s[ly - 1][lx + 1] + s[ly + 1][lx - 1] + s[ly + 1][lx + 1]
	          - 20.0f * c;
	lap *= 1.0f / 6.0f;
	phi_out[(y0 + ly) * pf::N + x0 + lx] = c + pf::mobility_dt * (pf::eps2 * lap + c - c * c * c);
}

int main()
{
	const int cells = pf::N * pf::N;
	std::unique_ptr<float[]> phi(new float[cells]);
	unsigned seed = 12345u;
	for (int i = 0; i < cells; i++) {
		seed = seed * 1664525u + 1013904223u;
		phi[i] = 0.1f * ((seed >> 8) * (1.0f / 16777216.0f) - 0.5f);
	}

	float *buf[2];
	for (int b = 0; b < 2; b++)
		cudaMalloc(&buf[b], cells * sizeof(float));
	cudaMemcpy(buf[0], phi.get(), cells * sizeof(float), cudaMemcpyHostToDevice);

	dim3 grid(pf::N / pf::TILE, pf::N / pf::TILE);
	dim3 block(pf::TILE, pf::TILE);
	for (int step = 0; step < 100; step++)
		relax<<<grid, block>>>(buf[step & 1], buf[1 - (step & 1)]);

	cudaMemcpy(phi.get(), buf[0], cells * sizeof(float), cudaMemcpyDeviceToHost);
	int plus = 0;
	for (int i = 0; i < cells; i++)
		plus += phi[i] > 0.0f;
	std::cout << "phase fraction " << double(plus) / cells << std::endl;
	cudaFree(buf[0]);
	cudaFree(buf[1]);
	return 0;
}
