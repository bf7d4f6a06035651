// Blocked LU, the part that costs: A22 -= L21 * U12 after panel `step`
// has been factored. Column-major storage as in LAPACK.
#include <stdio.h>
#include <stdlib.h>

enum { NMAT = 2048, NB = 64, BLK = 64, PATCH = 4 };

__global__ void trailing_update(double *A, int lda, int step)
{
	__shared__ double L[8][BLK];
	__shared__ double U[8][BLK];
	const int base = (step + 1) * NB;
	const int row0 = base + blockIdx.x * BLK;
	const int col0 = base + blockIdx.y * BLK;
	const int tx = threadIdx.x, ty = threadIdx.y;      /* 16 x 16 */
	const int tid = ty * 16 + tx;
	double c[PATCH][PATCH];

	#pragma unroll
	for (int i = 0; i < PATCH; i++)
		#pragma unroll
		for (int j = 0; j < PATCH; j++)
			c[i][j] = A[(size_t)(col0 + ty + 16 * j) * lda + row0 + tx + 16 * i];

	for (int k = 0; k < NB; k += 8) {
		/* 8 columns of L21 and 8 rows of U12 */
		for (int e = tid; e < 8 * BLK; e += 256) {
			int kk = e / BLK, r = e % BLK;
			L[kk][r] = A[(size_t)(step * NB + k + kk) * lda + row0 + r];
		}
		for (int e = tid; e < 8 * BLK; e += 256) {
			int cc = e / 8, kk = e % 8;
			U[kk][cc] = A[(size_t)(col0 + cc) * lda + step * NB + k + kk];
		}
		__syncthreads();
		#pragma unroll
		for (int kk = 0; kk < 8; kk++) {
			double l[PATCH], u[PATCH];
			#pragma unroll
			for (int i = 0; i < PATCH; i++) {
				l[i] = L[kk][tx + 16 * i];
				u[i] = U[kk][ty + 16 * i];
			}
			#pragma unroll
			for (int i = 0; i < PATCH; i++)
				#pragma unroll
				for (int j = 0; j < PATCH; j++)
					c[i][j] -= l[i] * u[j];
		}
		__syncthreads();
	}

	#pragma unroll
	for (int i = 0; i < PATCH; i++)
		#pragma unroll
		for (int j = 0; j < PATCH; j++)
			A[(size_t)(col0 + ty + 16 * j) * lda + row0 + tx + 16 * i] = c[i][j];
}

int main(void)
{
	size_t bytes = (size_t)NMAT * NMAT * sizeof(double);
	double *h = (double *)malloc(bytes), *d;
	for (int j = 0; j < NMAT; j++)
		for (int i = 0; i < NMAT; i++)
			h[(size_t)j * NMAT + i] = (i == j ? 4.0 : 0.0) + (double)((i * 3 + j * 5) % 97) / 97.0;

	if (cudaMalloc((void **)&d, bytes) != cudaSuccess) {
		fprintf(stderr, "out of device memory\n");
		return EXIT_FAILURE;
	}
	cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);

	int step = 0;
	int tiles = (NMAT - (step + 1) * NB) / BLK;
	trailing_update<<<dim3(tiles, tiles), dim3(16, 16)>>>(d, NMAT, step);

	cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);
	printf("A(n,n) = %g\n", h[(size_t)NMAT * NMAT - 1]);
	cudaFree(d);
	free(h);
	return EXIT_SUCCESS;
}
