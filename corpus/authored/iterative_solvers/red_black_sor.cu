#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

namespace
{
const int NX = 1000, NY = 800;

// Over-relaxed Gauss-Seidel on one colour of the checkerboard. Threads are
// numbered over points of that colour only, so none idles.
__global__ void relaxColour(double *phi, const double *rho, double omega, int colour)
{
	const int half = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y + 1;
	const int x = 2 * half + 1 + ((y + colour) & 1);
	if (x >= NX - 1)
		return;

	const int p = y * NX + x;
	const double gs = 0.25 * (phi[p - 1] + phi[p + 1] + phi[p - NX] + phi[p + NX] + rho[p]);
	phi[p] += omega * (gs - phi[p]);
}
}

int main()
{
	std::vector<double> phi(NX * NY, 0.0), rho(NX * NY, 0.0);
	rho[(NY / 2) * NX + NX / 3] = 1.0;
	rho[(NY / 2) * NX + 2 * NX / 3] = -1.0;

	double *dPhi, *dRho;
	cudaMalloc(&dPhi, phi.size() * sizeof(double));
	cudaMalloc(&dRho, rho.size() * sizeof(double));
	cudaMemcpy(dPhi, phi.data(), phi.size() * sizeof(double), cudaMemcpyHostToDevice);
	cudaMemcpy(dRho, rho.data(), rho.size() * sizeof(double), cudaMemcpyHostToDevice);

	const double omega = 1.93;
	const dim3 block(128);
	const dim3 grid((NX / 2 + 127) / 128, NY - 2);
	for (int it = 0; it < 20; ++it)
	{
		relaxColour<<<grid, block>>>(dPhi, dRho, omega, 0);
		relaxColour<<<grid, block>>>(dPhi, dRho, omega, 1);
	}

	cudaMemcpy(phi.data(), dPhi, phi.size() * sizeof(double), cudaMemcpyDeviceToHost);
	std::printf("potential at the charge: %.8f\n", phi[(NY / 2) * NX + NX / 3]);
	cudaFree(dPhi);
	cudaFree(dRho);
	return 0;
}
