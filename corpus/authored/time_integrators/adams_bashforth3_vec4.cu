#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

// u <- u + dt (23/12 f_n - 16/12 f_{n-1} + 5/12 f_{n-2}), streaming, 128-bit accesses.

__global__ void ab3(float4 * __restrict__ u, const float4 * __restrict__ f0, const float4 * __restrict__ f1,
                    const float4 * __restrict__ f2, size_t n4, float a, float b, float c)
{
	for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += (size_t)gridDim.x * blockDim.x) {
		float4 v = u[i];
		const float4 p = __ldcs(f0 + i), q = __ldcs(f1 + i), r = __ldcs(f2 + i);
		v.x += a * p.x + b * q.x + c * r.x;
		v.y += a * p.y + b * q.y + c * r.y;
		v.z += a * p.z + b * q.z + c * r.z;
		v.w += a * p.w + b * q.w + c * r.w;
		u[i] = v;
	}
}

int main(int argc, char **argv)
{
	const size_t n = 6000000, n4 = n / 4;
	const float dt = argc > 1 ? (float)atof(argv[1]) : 0.01f;
	float *h = (float *)malloc(n * sizeof(float));
	float4 *u, *hist[3];

	cudaMalloc(&u, n * sizeof(float));
	for (size_t i = 0; i < n; i++)
		h[i] = 1.0f;
	cudaMemcpy(u, h, n * sizeof(float), cudaMemcpyHostToDevice);
	for (int k = 0; k < 3; k++) {
		cudaMalloc(&hist[k], n * sizeof(float));
		for (size_t i = 0; i < n; i++)
			h[i] = -1.0f - 0.1f * k;
		cudaMemcpy(hist[k], h, n * sizeof(float), cudaMemcpyHostToDevice);
	}

	cudaStream_t stream;
	cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
	ab3<<<1056, 256, 0, stream>>>(u, hist[0], hist[1], hist[2], n4, dt * 23.0f / 12, -dt * 16.0f / 12, dt * 5.0f / 12);
	cudaStreamSynchronize(stream);

	cudaMemcpy(h, u, n * sizeof(float), cudaMemcpyDeviceToHost);
	printf("u = %f\n", h[n - 1]);
	cudaFree(u);
	for (int k = 0; k < 3; k++)
		cudaFree(hist[k]);
	cudaStreamDestroy(stream);
	free(h);
	return 0;
}
