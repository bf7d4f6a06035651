#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

/* One-dimensional discrete ordinates, diamond difference, source iteration.
   A block solves one energy group of one slab: 16 angles, the scalar flux of the previous and the
   present iteration is in shared memory. All iterations run inside the kernel. */

#define CELLS 200
#define ANGLES 16

__constant__ float c_mu[ANGLES], c_w[ANGLES];

__global__ void sn_sweeps(const float *sig_t, const float *sig_s, float *flux, float q, float dx, int iterations)
{
	__shared__ float phi[CELLS], next[CELLS];
	__shared__ float st[CELLS], ss[CELLS];

	const int g = blockIdx.x;
	for (int i = threadIdx.x; i < CELLS; i += blockDim.x) {
		st[i] = sig_t[g * CELLS + i];
		ss[i] = sig_s[g * CELLS + i];
		phi[i] = 0.f;
	}
	__syncthreads();

	for (int it = 0; it < iterations; it++) {
		for (int i = threadIdx.x; i < CELLS; i += blockDim.x)
			next[i] = 0.f;
		__syncthreads();
		if (threadIdx.x < ANGLES) {
			const float mu = c_mu[threadIdx.x], w = c_w[threadIdx.x];
			const float a = 2.f * fabsf(mu) / dx;
			const int step = mu > 0.f ? 1 : -1;
			int i = mu > 0.f ? 0 : CELLS - 1;
			float in = 0.f;                               /* vacuum */
			for (int k = 0; k < CELLS; k++, i += step) {
				const float src = 0.5f * (ss[i] * phi[i] + q);
				const float mid = (src + a * in) / (st[i] + a);
				in = 2.f * mid - in;
				atomicAdd(&next[i], w * mid);
			}
		}
		__syncthreads();
		for (int i = threadIdx.x; i < CELLS; i += blockDim.x)
			phi[i] = next[i];
		__syncthreads();
	}
	for (int i = threadIdx.x; i < CELLS; i += blockDim.x)
		flux[g * CELLS + i] = phi[i];
}

int main()
{
	const int groups = 64;
	float mu[ANGLES], w[ANGLES];
	for (int m = 0; m < ANGLES; m++) {                    /* midpoint set, weights sum to 2 */
		mu[m] = -1.f + 2.f * (m + 0.5f) / ANGLES;
		w[m] = 2.f / ANGLES;
	}
	cudaMemcpyToSymbol(c_mu, mu, sizeof(mu));
	cudaMemcpyToSymbol(c_w, w, sizeof(w));

	float *ht = (float *)malloc(groups * CELLS * sizeof(float));
	float *hs = (float *)malloc(groups * CELLS * sizeof(float));
	for (int k = 0; k < groups * CELLS; k++) {
		ht[k] = 1.f + 0.01f * (k % 50);
		hs[k] = 0.7f * ht[k];
	}
	float *t, *s, *f;
	cudaMalloc(&t, groups * CELLS * sizeof(float));
	cudaMalloc(&s, groups * CELLS * sizeof(float));
	cudaMalloc(&f, groups * CELLS * sizeof(float));
	cudaMemcpy(t, ht, groups * CELLS * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemcpy(s, hs, groups * CELLS * sizeof(float), cudaMemcpyHostToDevice);

	sn_sweeps<<<groups, 64>>>(t, s, f, 1.f, 0.1f, 12);

	cudaMemcpy(ht, f, groups * CELLS * sizeof(float), cudaMemcpyDeviceToHost);
	printf("phi edge %f  centre %f\n", ht[0], ht[CELLS / 2]);
	cudaFree(t); cudaFree(s); cudaFree(f);
	free(ht); free(hs);
	return 0;
}
