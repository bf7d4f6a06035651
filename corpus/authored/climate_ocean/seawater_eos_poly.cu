#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// Density of sea water from temperature [C], salinity [psu] and depth, polynomial equation of state
// (one-atmosphere density and secant bulk modulus), two points per thread, FP64.

__device__ __forceinline__ double rho_surface(double T, double S)
{
	double rw = 999.842594 + T * (6.793952e-2 + T * (-9.09529e-3 + T * (1.001685e-4 + T * (-1.120083e-6 + T * 6.536332e-9))));
	double a = 0.824493 + T * (-4.0899e-3 + T * (7.6438e-5 + T * (-8.2467e-7 + T * 5.3875e-9)));
	double b = -5.72466e-3 + T * (1.0227e-4 - T * 1.6546e-6);
	return rw + S * (a + b * sqrt(S) + 4.8314e-4 * S);
}

__device__ __forceinline__ double bulk_modulus(double T, double S, double p)
{
	double kw = 19652.21 + T * (148.4206 + T * (-2.327105 + T * (1.360477e-2 - T * 5.155288e-5)));
	double k0 = kw + S * (54.6746 + T * (-0.603459 + T * (1.09987e-2 - T * 6.1670e-5)))
	          + S * sqrt(S) * (7.944e-2 + T * (1.6483e-2 - T * 5.3009e-4));
	double A = 3.239908 + T * (1.43713e-3 + T * (1.16092e-4 - T * 5.77905e-7))
	         + S * (2.2838e-3 - T * (1.0981e-5 + T * 1.6078e-6)) + 1.91075e-4 * S * sqrt(S);
	double B = 8.50935e-5 + T * (-6.12293e-6 + T * 5.2787e-8) + S * (-9.9348e-7 + T * (2.0816e-8 + T * 9.1697e-10));
	return k0 + p * (A + p * B);
}

__global__ void density(const double2 *T, const double2 *S, double2 *rho, int pairs_per_level, double dz)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int k = blockIdx.y;
	if (i >= pairs_per_level)
		return;
	double p = 0.1 * dz * (k + 0.5) * 1.005;          /* bar */
	size_t at = (size_t)k * pairs_per_level + i;
	double2 t = T[at], s = S[at], r;
	r.x = rho_surface(t.x, s.x) / (1.0 - p / bulk_modulus(t.x, s.x, p));
	r.y = rho_surface(t.y, s.y) / (1.0 - p / bulk_modulus(t.y, s.y, p));
	rho[at] = r;
}

int main()
{
	const int nx = 300, ny = 200, nz = 50;
	const size_t n = (size_t)nx * ny * nz;
	double *h = (double *)malloc(n * sizeof(double));
	double *T, *S, *R;
	cudaMalloc((void **)&T, n * sizeof(double));
	cudaMalloc((void **)&S, n * sizeof(double));
	cudaMalloc((void **)&R, n * sizeof(double));
	for (size_t i = 0; i < n; i++) h[i] = 2.0 + (i % 997) * 0.025;
	cudaMemcpy(T, h, n * sizeof(double), cudaMemcpyHostToDevice);
	for (size_t i = 0; i < n; i++) h[i] = 33.0 + (i % 61) * 0.05;
	cudaMemcpy(S, h, n * sizeof(double), cudaMemcpyHostToDevice);

	int pairs = nx * ny / 2;
	density<<<dim3((pairs + 127) / 128, nz), 128>>>((double2 *)T, (double2 *)S, (double2 *)R, pairs, 100.0);

	cudaMemcpy(h, R, n * sizeof(double), cudaMemcpyDeviceToHost);
	printf("rho top %.4f  bottom %.4f\n", h[0], h[n - 1]);
	cudaFree(T); cudaFree(S); cudaFree(R);
	free(h);
	return 0;
}
