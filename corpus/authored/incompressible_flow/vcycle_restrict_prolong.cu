#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/* Grid transfer of a vertex-centred multigrid solver: (2^k + 1)^2 points per level. */

static __global__ void restrict_full_weighting(const float *__restrict__ fine, float *__restrict__ coarse, int nf, int nc)
{
	const int ic = blockIdx.x * blockDim.x + threadIdx.x;
	const int jc = blockIdx.y * blockDim.y + threadIdx.y;
	if (ic < 1 || jc < 1 || ic >= nc - 1 || jc >= nc - 1)
		return;
	const float *c = fine + (size_t)(2 * jc) * nf + 2 * ic;
	float edge = c[-1] + c[1] + c[-nf] + c[nf];
	float corner = c[-nf - 1] + c[-nf + 1] + c[nf - 1] + c[nf + 1];
	coarse[jc * nc + ic] = 0.25f * c[0] + 0.125f * edge + 0.0625f * corner;
}

/* each thread reads four coarse corners and corrects the 2x2 fine points they enclose */
static __global__ void prolong_correct(const float *__restrict__ coarse, float *__restrict__ fine, int nf, int nc)
{
	const int ic = blockIdx.x * blockDim.x + threadIdx.x;
	const int jc = blockIdx.y * blockDim.y + threadIdx.y;
	if (ic >= nc - 1 || jc >= nc - 1)
		return;
	const float a = coarse[jc * nc + ic], b = coarse[jc * nc + ic + 1];
	const float c = coarse[(jc + 1) * nc + ic], d = coarse[(jc + 1) * nc + ic + 1];
	float *f = fine + (size_t)(2 * jc) * nf + 2 * ic;
	f[0] += a;
	f[1] += 0.5f * (a + b);
	f[nf] += 0.5f * (a + c);
	f[nf + 1] += 0.25f * (a + b + c + d);
}

int main(int argc, char *argv[])
{
	int levels = argc > 1 ? atoi(argv[1]) : 11;
	int nf = (1 << levels) + 1, nc = (1 << (levels - 1)) + 1;
	size_t fb = (size_t)nf * nf * sizeof(float), cb = (size_t)nc * nc * sizeof(float);

	float *host = (float *)malloc(fb);
	for (int j = 0; j < nf; j++)
		for (int i = 0; i < nf; i++)
			host[(size_t)j * nf + i] = (i % 3) - 1.0f + 0.5f * (j % 2);

	float *res, *sol, *rc;
	cudaMalloc(&res, fb);
	cudaMalloc(&sol, fb);
	cudaMalloc(&rc, cb);
	cudaMemcpy(res, host, fb, cudaMemcpyHostToDevice);
	cudaMemset(sol, 0, fb);
	cudaMemset(rc, 0, cb);

	dim3 bl(64, 2), gr((nc + 63) / 64, (nc + 1) / 2);
	restrict_full_weighting<<<gr, bl>>>(res, rc, nf, nc);
	prolong_correct<<<gr, bl>>>(rc, sol, nf, nc);

	cudaMemcpy(host, sol, fb, cudaMemcpyDeviceToHost);
	double s = 0;
	for (size_t i = 0; i < (size_t)nf * nf; i++)
		s += host[i];
	printf("%d -> %d points, checksum %f\n", nf, nc, s);
	cudaFree(res); cudaFree(sol); cudaFree(rc);
	free(host);
	return 0;
}
