#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

/* <Z_q> for all qubits of a register in one pass over the state vector.
   Qubits 0..4 are the lane number: their signs are applied after the butterfly, by a Walsh-type
   reduction; the upper qubits depend on the loop index only within a warp. */

#define NQ 20
#define FULL 0xffffffffu

__global__ void z_expectations(const float2 *__restrict__ amp, float *__restrict__ z)
{
	const int lane = threadIdx.x & 31;
	const int warps = gridDim.x * blockDim.x / 32;
	const int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	float hi[NQ - 5];
	float total = 0.f;
#pragma unroll
	for (int q = 0; q < NQ - 5; q++)
		hi[q] = 0.f;

	for (int chunk = w; chunk < (1 << (NQ - 5)); chunk += warps) {
		float2 a = amp[chunk * 32 + lane];
		float p = a.x * a.x + a.y * a.y;
		total += p;
#pragma unroll
		for (int q = 0; q < NQ - 5; q++)
			hi[q] += (chunk >> q) & 1 ? -p : p;
	}

#pragma unroll
	for (int q = 0; q < NQ - 5; q++) {
		for (int o = 16; o > 0; o >>= 1)
			hi[q] += __shfl_xor_sync(FULL, hi[q], o);
		if (lane == q)
			atomicAdd(&z[5 + q], hi[q]);
	}
	for (int q = 0; q < 5; q++) {
		float s = (lane >> q) & 1 ? -total : total;
		for (int o = 16; o > 0; o >>= 1)
			s += __shfl_xor_sync(FULL, s, o);
		if (lane == 0)
			atomicAdd(&z[q], s);
	}
}

int main(void)
{
	const int dim = 1 << NQ;
	float2 *h = (float2 *)malloc(dim * sizeof(float2));
	for (int i = 0; i < dim; i++) {
		h[i].x = (i & 1) ? 0.0005f : 0.0012f;
		h[i].y = 0.0001f * (i % 3);
	}
	float2 *amp;
	float *z, out[NQ];
	cudaMalloc(&amp, dim * sizeof(float2));
	cudaMalloc(&z, NQ * sizeof(float));
	cudaMemcpy(amp, h, dim * sizeof(float2), cudaMemcpyHostToDevice);
	cudaMemset(z, 0, NQ * sizeof(float));

	z_expectations<<<264, 128>>>(amp, z);

	cudaMemcpy(out, z, sizeof(out), cudaMemcpyDeviceToHost);
	for (int q = 0; q < NQ; q++)
		printf("Z%-2d %+.5f\n", q, out[q]);
	cudaFree(amp);
	cudaFree(z);
	free(h);
	return 0;
}
