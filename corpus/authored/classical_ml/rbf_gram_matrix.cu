#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda_runtime.h>

#define NPTS 1024
#define NDIM 64
#define BT 64          /* block tile */
#define KT 16

/* K[i][j] = exp(-gamma |x_i - x_j|^2), squared distance through the norms and a dot product */
__global__ void rbfGram(const float *__restrict__ x, const float *__restrict__ norm2, float *__restrict__ K, float gamma)
{
	__shared__ float a[KT][BT + 1], b[KT][BT + 1];
	int tx = threadIdx.x, ty = threadIdx.y;
	int tid = ty * 16 + tx;
	int i0 = blockIdx.y * BT, j0 = blockIdx.x * BT;
	float dot[4][4] = {{0}};

	for (int k0 = 0; k0 < NDIM; k0 += KT) {
		for (int e = tid; e < BT * KT; e += 256) {
			int p = e / KT, k = e % KT;
			a[k][p] = x[(i0 + p) * NDIM + k0 + k];
			b[k][p] = x[(j0 + p) * NDIM + k0 + k];
		}
		__syncthreads();
		for (int k = 0; k < KT; k++) {
			float ra[4], rb[4];
#pragma unroll
			for (int m = 0; m < 4; m++) {
				ra[m] = a[k][ty + 16 * m];
				rb[m] = b[k][tx + 16 * m];
			}
#pragma unroll
			for (int m = 0; m < 4; m++)
#pragma unroll
				for (int n = 0; n < 4; n++)
					dot[m][n] += ra[m] * rb[n];
		}
		__syncthreads();
	}
#pragma unroll
	for (int m = 0; m < 4; m++)
#pragma unroll
		for (int n = 0; n < 4; n++) {
			int i = i0 + ty + 16 * m, j = j0 + tx + 16 * n;
			float d2 = norm2[i] + norm2[j] - 2.0f * dot[m][n];
			K[i * NPTS + j] = expf(-gamma * fmaxf(d2, 0.0f));
		}
}

int main(int argc, char **argv)
{
	float gamma = argc > 1 ? (float)atof(argv[1]) : 0.05f;
	static float x[NPTS * NDIM], nrm[NPTS];
	for (int i = 0; i < NPTS; i++) {
		nrm[i] = 0.0f;
		for (int d = 0; d < NDIM; d++) {
			x[i * NDIM + d] = ((i * 131 + d * 17) % 100) * 0.01f;
			nrm[i] += x[i * NDIM + d] * x[i * NDIM + d];
		}
	}

	float *dx, *dn, *dK;
	cudaMalloc(&dx, sizeof(x));
	cudaMalloc(&dn, sizeof(nrm));
	cudaMalloc(&dK, sizeof(float) * NPTS * NPTS);
	cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice);
	cudaMemcpy(dn, nrm, sizeof(nrm), cudaMemcpyHostToDevice);

	rbfGram<<<dim3(NPTS / BT, NPTS / BT), dim3(16, 16)>>>(dx, dn, dK, gamma);

	float *K = (float *)malloc(sizeof(float) * NPTS * NPTS);
	cudaMemcpy(K, dK, sizeof(float) * NPTS * NPTS, cudaMemcpyDeviceToHost);
	printf("diagonal %.4f, symmetric difference %.2e\n", K[0], fabsf(K[5] - K[5 * NPTS]));
	cudaFree(dx); cudaFree(dn); cudaFree(dK);
	free(K);
	return 0;
}
