// Divergence-free 2D flow for particle effects: the curl of time-dependent simplex noise.
#include <cuda_runtime.h>
#include <iostream>
#include <vector>

namespace noise {

__device__ unsigned hash(int i, int j, unsigned seed)
{
	unsigned h = seed + i * 374761393u + j * 668265263u;
	h = (h ^ (h >> 13)) * 1274126177u;
	return h ^ (h >> 16);
}

__device__ float corner(int i, int j, float x, float y, unsigned seed)
{
	float t = 0.5f - x * x - y * y;
	if (t < 0.0f)
		return 0.0f;
	float angle = (hash(i, j, seed) & 0xffff) * (6.2831853f / 65536.0f);
	t *= t;
	return t * t * (__cosf(angle) * x + __sinf(angle) * y);
}

__device__ float simplex(float x, float y, unsigned seed)
{
	const float F = 0.36602540f, G = 0.21132487f;
	float s = (x + y) * F;
	int i = __float2int_rd(x + s), j = __float2int_rd(y + s);
	float t = (i + j) * G;
	float x0 = x - (i - t), y0 = y - (j - t);
	int di = x0 > y0 ? 1 : 0, dj = 1 - di;
	return 70.0f * (corner(i, j, x0, y0, seed)
	                + corner(i + di, j + dj, x0 - di + G, y0 - dj + G, seed)
	                + corner(i + 1, j + 1, x0 - 1.0f + 2.0f * G, y0 - 1.0f + 2.0f * G, seed));
}

}

__global__ void curlFlow(float2 *field, int width, int height, float zoom, unsigned seed)
{
	int px = blockIdx.x * blockDim.x + threadIdx.x;
	int py = blockIdx.y * blockDim.y + threadIdx.y;
	if (px >= width || py >= height)
		return;
	const float e = 0.01f;
	float x = px * zoom, y = py * zoom;
	float dy = noise::simplex(x, y + e, seed) - noise::simplex(x, y - e, seed);
	float dx = noise::simplex(x + e, y, seed) - noise::simplex(x - e, y, seed);
	field[py * width + px] = make_float2(dy / (2.0f * e), -dx / (2.0f * e));
}

int main()
{
	const int width = 1200, height = 800;
	float2 *dField;
	cudaMalloc(&dField, width * height * sizeof(float2));

	dim3 threads(32, 8);
	dim3 blocks((width + 31) / 32, (height + 7) / 8);
	for (unsigned frame = 0; frame < 4; ++frame)
		curlFlow<<<blocks, threads>>>(dField, width, height, 0.013f, 1000u + frame);

	std::vector<float2> field(width * height);
	cudaMemcpy(field.data(), dField, field.size() * sizeof(float2), cudaMemcpyDeviceToHost);
	double speed = 0;
	for (const float2 &v : field)
		speed += v.x * v.x + v.y * v.y;
	std::cout << "mean squared speed " << speed / field.size() << "\n";
	cudaFree(dField);
	return 0;
}
