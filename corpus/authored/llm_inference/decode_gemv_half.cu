#include <cuda_fp16.h>
#include <stdio.h>
#include <stdlib.h>

#define OUT_F 8192
#define IN_F 2048
#define WARPS_PER_BLOCK 4

/* y = W x for one token. Weight rows are streamed once with 16-byte loads, x is cached. */
__global__ void gemv_fp16(const uint4 *__restrict__ W, const uint4 *__restrict__ x, __half *__restrict__ y)
{
	int lane = threadIdx.x;
	int row = blockIdx.x * WARPS_PER_BLOCK + threadIdx.y;
	const uint4 *w = W + (size_t)row * (IN_F / 8);
	float acc = 0.0f;

#pragma unroll
	for (int i = 0; i < IN_F / 8; i += 32) {
		uint4 wv = w[i + lane];
		uint4 xv = x[i + lane];
		const __half2 *a = (const __half2 *)&wv;
		const __half2 *b = (const __half2 *)&xv;
#pragma unroll
		for (int k = 0; k < 4; k++) {
			float2 fa = __half22float2(a[k]);
			float2 fb = __half22float2(b[k]);
			acc += fa.x * fb.x + fa.y * fb.y;
		}
	}
	for (int s = 16; s; s >>= 1)
		acc += __shfl_down_sync(0xffffffff, acc, s);
	if (lane == 0)
		y[row] = __float2half(acc);
}

int main(void)
{
	size_t nw = (size_t)OUT_F * IN_F;
	__half *hw = (__half *)malloc(nw * sizeof(__half));
	__half hx[IN_F], hy[OUT_F];
	for (size_t i = 0; i < nw; i++)
		hw[i] = __float2half((float)(i % 15) * 0.01f - 0.07f);
	for (int i = 0; i < IN_F; i++)
		hx[i] = __float2half((i % 8) * 0.125f);

	void *w, *x, *y;
	cudaMalloc(&w, nw * sizeof(__half));
	cudaMalloc(&x, sizeof(hx));
	cudaMalloc(&y, sizeof(hy));
	cudaMemcpy(w, hw, nw * sizeof(__half), cudaMemcpyHostToDevice);
	cudaMemcpy(x, hx, sizeof(hx), cudaMemcpyHostToDevice);

	dim3 block(32, WARPS_PER_BLOCK);
	gemv_fp16<<<OUT_F / WARPS_PER_BLOCK, block>>>((const uint4 *)w, (const uint4 *)x, (__half *)y);

	cudaMemcpy(hy, y, sizeof(hy), cudaMemcpyDeviceToHost);
	double ref = 0;
	for (int i = 0; i < IN_F; i++)
		ref += (double)__half2float(hw[3 * IN_F + i]) * __half2float(hx[i]);
	printf("y[3] = %f, reference %f\n", __half2float(hy[3]), ref);
	cudaFree(w);
	cudaFree(x);
	cudaFree(y);
	free(hw);
	return 0;
}
