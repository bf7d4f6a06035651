#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

#define MAX_ITER 8

__device__ float callPrice(float F, float K, float T, float sigma, float *vega)
{
	float sq = sigma * sqrtf(T);
	float d1 = logf(F / K) / sq + 0.5f * sq;
	float d2 = d1 - sq;
	*vega = F * sqrtf(T) * 0.39894228f * expf(-0.5f * d1 * d1);
	return F * normcdff(d1) - K * normcdff(d2);
}

/* undiscounted call quotes on a forward, Newton with clamped step */
__global__ void impliedVol(const float *quote, const float *strike, const float *expiry,
			   float F, float *vol, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float target = quote[i], K = strike[i], T = expiry[i];
	float sigma = 0.3f;
	for (int it = 0; it < MAX_ITER; it++) {
		float vega;
		float diff = callPrice(F, K, T, sigma, &vega) - target;
		float step = diff / fmaxf(vega, 1e-4f);
		step = fminf(fmaxf(step, -0.2f), 0.2f);
		sigma = fmaxf(sigma - step, 0.01f);
	}
	vol[i] = sigma;
}

int main()
{
	const int n = 1 << 20;
	const float F = 100.0f;
	float *quote = (float *)malloc(n * sizeof(float));
	float *strike = (float *)malloc(n * sizeof(float));
	float *expiry = (float *)malloc(n * sizeof(float));
	float *vol = (float *)malloc(n * sizeof(float));
	for (int i = 0; i < n; i++) {
		strike[i] = 80.0f + (i % 401) * 0.1f;
		expiry[i] = 0.1f + (i % 37) * 0.05f;
		/* intrinsic plus a plausible time value */
		quote[i] = fmaxf(F - strike[i], 0.0f) + 8.0f * sqrtf(expiry[i]) * expf(-fabsf(F - strike[i]) / 20.0f);
	}
	float *dq, *dk, *dt, *dv;
	cudaMalloc((void **)&dq, n * sizeof(float));
	cudaMalloc((void **)&dk, n * sizeof(float));
	cudaMalloc((void **)&dt, n * sizeof(float));
	cudaMalloc((void **)&dv, n * sizeof(float));
	cudaMemcpy(dq, quote, n * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemcpy(dk, strike, n * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemcpy(dt, expiry, n * sizeof(float), cudaMemcpyHostToDevice);

	impliedVol<<<n / 256, 256>>>(dq, dk, dt, F, dv, n);
	cudaMemcpy(vol, dv, n * sizeof(float), cudaMemcpyDeviceToHost);

	for (int i = 0; i < n; i += n / 8)
		printf("K=%.1f T=%.2f quote=%.3f vol=%.4f\n", strike[i], expiry[i], quote[i], vol[i]);
	free(quote); free(strike); free(expiry); free(vol);
	return 0;
}
