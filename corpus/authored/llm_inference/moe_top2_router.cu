#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

/* Mixture-of-experts router: softmax over 32 experts (lane = expert), the two best
   with renormalised weights, and how many tokens each expert receives. */
__global__ void routeTop2(const float *__restrict__ gate, int tokens,
                          int2 *__restrict__ expert, float2 *__restrict__ weight,
                          int *__restrict__ load)
{
	__shared__ int blockLoad[32];
	auto warp = cg::tiled_partition<32>(cg::this_thread_block());
	if (threadIdx.x < 32)
		blockLoad[threadIdx.x] = 0;
	__syncthreads();

	const int lane = warp.thread_rank();
	const int warpId = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	const int warps = gridDim.x * blockDim.x / 32;

	for (int t = warpId; t < tokens; t += warps) {
		float logit = gate[t * 32 + lane];

		float v = logit;
		int who = lane;
		for (int d = 16; d; d >>= 1) {
			float ov = warp.shfl_xor(v, d);
			int ow = warp.shfl_xor(who, d);
			if (ov > v || (ov == v && ow < who)) { v = ov; who = ow; }
		}
		const int first = who;
		const float top = v;

		v = lane == first ? -1e30f : logit;
		who = lane;
		for (int d = 16; d; d >>= 1) {
			float ov = warp.shfl_xor(v, d);
			int ow = warp.shfl_xor(who, d);
			if (ov > v || (ov == v && ow < who)) { v = ov; who = ow; }
		}
		if (lane == 0) {
			float e = __expf(v - top);
			expert[t] = make_int2(first, who);
			weight[t] = make_float2(1.f / (1.f + e), e / (1.f + e));
			atomicAdd(&blockLoad[first], 1);
			atomicAdd(&blockLoad[who], 1);
		}
	}
	__syncthreads();
	if (threadIdx.x < 32 && blockLoad[threadIdx.x])
		atomicAdd(&load[threadIdx.x], blockLoad[threadIdx.x]);
}

int main()
{
	const int tokens = 8192;
	std::vector<float> gate(tokens * 32);
	for (int i = 0; i < tokens * 32; i++)
		gate[i] = (float)((i * 7919) % 1009) / 1009.0f;

	float *dg;
	int2 *de;
	float2 *dw;
	int *dl;
	cudaMalloc(&dg, gate.size() * sizeof(float));
	cudaMalloc(&de, tokens * sizeof(int2));
	cudaMalloc(&dw, tokens * sizeof(float2));
	cudaMalloc(&dl, 32 * sizeof(int));
	cudaMemcpy(dg, gate.data(), gate.size() * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemset(dl, 0, 32 * sizeof(int));

	routeTop2<<<128, 256>>>(dg, tokens, de, dw, dl);

	int load[32], total = 0;
	cudaMemcpy(load, dl, sizeof(load), cudaMemcpyDeviceToHost);
	for (int e = 0; e < 32; e++)
		total += load[e];
	printf("assignments: %d (expected %d), expert 0 has %d\n", total, 2 * tokens, load[0]);
	cudaFree(dg);
	cudaFree(de);
	cudaFree(dw);
	cudaFree(dl);
	return total != 2 * tokens;
}
