#include <stdio.h>
#include <stdlib.h>
#include <math.h>

/*
 * Symmetric equilibration of a CSR matrix: A(i,j) <- A(i,j) / sqrt(d_i * d_j)
 * with d the diagonal. Two passes: fetch the diagonal, then scale.
 */

typedef float real;

__global__ void get_diagonal(const int *ia, const int *ja, const real *a, real *d, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		d[i] = 1;
		for (int k = ia[i]; k < ia[i + 1]; k++)
			if (ja[k] == i)
				d[i] = a[k];
	}
}

__global__ void scale_rows(const int *ia, const int *ja, real *a, const real *d, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		for (int k = ia[i]; k < ia[i + 1]; k++)
			a[k] = a[k] / sqrt(d[i] * d[ja[k]]);
	}
}

int main(void)
{
	const int n = 200000, w = 5;
	int *ia = (int *)malloc((n + 1) * sizeof(int));
	int *ja = (int *)malloc(n * w * sizeof(int));
	real *a = (real *)malloc(n * w * sizeof(real));

	for (int i = 0; i <= n; i++)
		ia[i] = i * w;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < w; k++) {
			/* wrap-around pentadiagonal */
			ja[i * w + k] = (i + k - 2 + n) % n;
			a[i * w + k] = (k == 2) ? 4.0f + (i % 9) : -1.0f;
		}

	int *d_ia, *d_ja;
	real *d_a, *d_d;
	cudaMalloc((void **)&d_ia, (n + 1) * sizeof(int));
	cudaMalloc((void **)&d_ja, n * w * sizeof(int));
	cudaMalloc((void **)&d_a, n * w * sizeof(real));
	cudaMalloc((void **)&d_d, n * sizeof(real));
	cudaMemcpy(d_ia, ia, (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(d_ja, ja, n * w * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(d_a, a, n * w * sizeof(real), cudaMemcpyHostToDevice);

	get_diagonal<<<(n + 255) / 256, 256>>>(d_ia, d_ja, d_a, d_d, n);
	scale_rows<<<(n + 255) / 256, 256>>>(d_ia, d_ja, d_a, d_d, n);

	cudaMemcpy(a, d_a, n * w * sizeof(real), cudaMemcpyDeviceToHost);
	for (int k = 0; k < w; k++)
		printf("%f ", a[k]);
	printf("\n");
	cudaFree(d_ia); cudaFree(d_ja); cudaFree(d_a); cudaFree(d_d);
	free(ia); free(ja); free(a);
	return 0;
}
