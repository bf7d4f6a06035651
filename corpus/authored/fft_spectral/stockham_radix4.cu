// Stockham autosort FFT, radix 4, one pass per launch; 4096 points = 6 passes.
// No bit reversal: each pass writes to the other buffer in the right order.
#include <cuda_runtime.h>
#include <iostream>
#include <utility>
#include <vector>

using cplx = float2;

__device__ __forceinline__ cplx cmul(cplx a, cplx b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__device__ __forceinline__ cplx cadd(cplx a, cplx b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ cplx csub(cplx a, cplx b) { return make_float2(a.x - b.x, a.y - b.y); }

__global__ void stockham4(const cplx *__restrict__ src, cplx *__restrict__ dst, int n, int ns)
{
	const int q = n / 4;
	const int j = blockIdx.x * blockDim.x + threadIdx.x;      // 0 .. n/4-1
	src += (size_t)blockIdx.y * n;
	dst += (size_t)blockIdx.y * n;

	const int k = j & (ns - 1);
	const float angle = -0.5f * k / ns;                       // in units of pi
	cplx w1, w2, w3;
	sincospif(angle, &w1.y, &w1.x);
	w2 = cmul(w1, w1);
	w3 = cmul(w2, w1);

	const cplx v0 = src[j];
	const cplx v1 = cmul(w1, src[j + q]);
	const cplx v2 = cmul(w2, src[j + 2 * q]);
	const cplx v3 = cmul(w3, src[j + 3 * q]);

	const cplx s02 = cadd(v0, v2), d02 = csub(v0, v2);
	const cplx s13 = cadd(v1, v3), d13 = csub(v1, v3);
	const cplx rot = make_float2(d13.y, -d13.x);              // -i * d13

	const int o = (j - k) * 4 + k;
	dst[o]          = cadd(s02, s13);
	dst[o + ns]     = cadd(d02, rot);
	dst[o + 2 * ns] = csub(s02, s13);
	dst[o + 3 * ns] = csub(d02, rot);
}

int main()
{
	const int n = 4096, batch = 256;
	std::vector<float2> h(n * batch);
	for (int b = 0; b < batch; ++b)
		for (int i = 0; i < n; ++i)
			h[b * n + i] = make_float2(i == b ? 1.0f : 0.0f, 0.0f);   // impulses

	float2 *a, *b;
	cudaMalloc(&a, h.size() * sizeof(float2));
	cudaMalloc(&b, h.size() * sizeof(float2));
	cudaMemcpy(a, h.data(), h.size() * sizeof(float2), cudaMemcpyHostToDevice);

	dim3 grid(n / 4 / 256, batch);
	for (int ns = 1; ns < n; ns *= 4) {
		stockham4<<<grid, 256>>>(a, b, n, ns);
		std::swap(a, b);
	}

	cudaMemcpy(h.data(), a, h.size() * sizeof(float2), cudaMemcpyDeviceToHost);
	std::cout << "X_1[1024] = " << h[n + 1024].x << " " << h[n + 1024].y << " (0 -1)" << std::endl;
	cudaFree(a);
	cudaFree(b);
	return 0;
}
