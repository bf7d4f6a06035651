#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

/* M = E - e sin E, solved for E by Newton's method (Danby's start), then the position in the
   orbital plane. One orbit per thread, everything in double precision. */
__global__ void kepler(const double *M, const double *ecc, const double *a, double *x, double *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;

	double e = ecc[i], m = M[i];
	double E = m + 0.85 * e * (sin(m) >= 0.0 ? 1.0 : -1.0);
	double s, c;
	for (int it = 0; it < 20; it++) {
		sincos(E, &s, &c);
		double f = E - e * s - m;
		if (fabs(f) < 1e-13) break;
		double f1 = 1.0 - e * c;
		double f2 = e * s;
		double d = -f / f1;
		d = -f / (f1 + 0.5 * d * f2);     /* Halley correction */
		E += d;
	}
	sincos(E, &s, &c);
	x[i] = a[i] * (c - e);
	y[i] = a[i] * sqrt(1.0 - e * e) * s;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1000000;
	size_t bytes = n * sizeof(double);
	double *M = (double *)malloc(bytes), *e = (double *)malloc(bytes), *a = (double *)malloc(bytes);
	for (int i = 0; i < n; i++) {
		M[i] = 6.283185307179586 * (i % 10007) / 10007.0;
		e[i] = 0.95 * (i % 101) / 101.0;
		a[i] = 1.0 + 0.001 * (i % 4000);
	}
	double *dM, *de, *da, *dx, *dy;
	cudaMalloc(&dM, bytes);
	cudaMalloc(&de, bytes);
	cudaMalloc(&da, bytes);
	cudaMalloc(&dx, bytes);
	cudaMalloc(&dy, bytes);
	cudaMemcpy(dM, M, bytes, cudaMemcpyHostToDevice);
	cudaMemcpy(de, e, bytes, cudaMemcpyHostToDevice);
	cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);

	kepler<<<(n + 127) / 128, 128>>>(dM, de, da, dx, dy, n);

	cudaMemcpy(M, dx, bytes, cudaMemcpyDeviceToHost);
	cudaMemcpy(e, dy, bytes, cudaMemcpyDeviceToHost);
	for (int i = 1; i < n; i = i * 10 + 1)
		printf("orbit %7d: x %+.12f y %+.12f\n", i, M[i], e[i]);
	cudaFree(dM); cudaFree(de); cudaFree(da); cudaFree(dx); cudaFree(dy);
	free(M); free(e); free(a);
	return 0;
}
