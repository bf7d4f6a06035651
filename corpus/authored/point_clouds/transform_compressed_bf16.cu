#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

// Moves a compressed scan (bf16 x, y, z, reflectance; 8 bytes a point) into the map frame and
// writes float4. Two points per 16-byte load, grid-stride.

struct Pose { float r[9], t[3]; };

struct alignas(16) PointPair { __nv_bfloat162 xy0, zi0, xy1, zi1; };

__device__ __forceinline__ float4 apply(const Pose& T, float2 xy, float2 zi)
{
	return make_float4(T.r[0] * xy.x + T.r[1] * xy.y + T.r[2] * zi.x + T.t[0],
	                   T.r[3] * xy.x + T.r[4] * xy.y + T.r[5] * zi.x + T.t[1],
	                   T.r[6] * xy.x + T.r[7] * xy.y + T.r[8] * zi.x + T.t[2], zi.y);
}

__global__ void toMapFrame(const PointPair* __restrict__ scan, float4* __restrict__ map, int pairs, Pose T)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += blockDim.x * gridDim.x) {
		const PointPair p = scan[i];
		map[2 * i] = apply(T, __bfloat1622float2(p.xy0), __bfloat1622float2(p.zi0));
		map[2 * i + 1] = apply(T, __bfloat1622float2(p.xy1), __bfloat1622float2(p.zi1));
	}
}

int main()
{
	const int n = 3000000;
	std::vector<__nv_bfloat16> scan((size_t)n * 4);
	for (size_t i = 0; i < scan.size(); ++i)
		scan[i] = __float2bfloat16((float)(i % 129) * 0.5f - 32.0f);

	const float c = std::cos(0.3f), s = std::sin(0.3f);
	Pose T = {{c, -s, 0, s, c, 0, 0, 0, 1}, {12.0f, -4.0f, 1.7f}};

	PointPair* dScan;
	float4* dMap;
	cudaMalloc(&dScan, scan.size() * sizeof(__nv_bfloat16));
	cudaMalloc(&dMap, (size_t)n * sizeof(float4));
	cudaMemcpy(dScan, scan.data(), scan.size() * sizeof(__nv_bfloat16), cudaMemcpyHostToDevice);

	toMapFrame<<<1320, 256>>>(dScan, dMap, n / 2, T);

	float4 p;
	cudaMemcpy(&p, dMap + 1000, sizeof(p), cudaMemcpyDeviceToHost);
	std::printf("point 1000: %.3f %.3f %.3f, reflectance %.2f\n", p.x, p.y, p.z, p.w);
	cudaFree(dScan);
	cudaFree(dMap);
}
