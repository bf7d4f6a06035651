// Ray-driven cone-beam projector: each detector pixel integrates the attenuation volume
// along the line from the x-ray source in equal steps with trilinear interpolation.
#include <cuda_runtime.h>
#include <cstdio>
#include <cmath>
#include <vector>

struct Geometry
{
	int   n;              // volume side in voxels, voxel size 1
	int   det;            // detector side in pixels
	float pitch;          // detector pixel size
	float sourceDist;     // source to axis
	float detectorDist;   // axis to detector
	float sinB, cosB;     // gantry angle
	float step;
};

__device__ float trilinear(const float *vol, int n, float x, float y, float z)
{
	if (x < 0.f || y < 0.f || z < 0.f || x >= n - 1 || y >= n - 1 || z >= n - 1)
		return 0.f;
	int i = (int)x, j = (int)y, k = (int)z;
	float a = x - i, b = y - j, c = z - k;
	const float *p = vol + ((size_t)k * n + j) * n + i;
	float v00 = p[0] + a * (p[1] - p[0]);
	float v10 = p[n] + a * (p[n + 1] - p[n]);
	p += n * n;
	float v01 = p[0] + a * (p[1] - p[0]);
	float v11 = p[n] + a * (p[n + 1] - p[n]);
	float lo = v00 + b * (v10 - v00), hi = v01 + b * (v11 - v01);
	return lo + c * (hi - lo);
}

__global__ void project(const float *__restrict__ mu, float *__restrict__ proj, Geometry g)
{
	const int u = blockIdx.x * blockDim.x + threadIdx.x;
	const int v = blockIdx.y * blockDim.y + threadIdx.y;
	if (u >= g.det || v >= g.det)
		return;

	// source and pixel in volume coordinates, volume centred on the axis
	const float half = 0.5f * (g.n - 1);
	const float du = (u - 0.5f * (g.det - 1)) * g.pitch;
	const float dv = (v - 0.5f * (g.det - 1)) * g.pitch;
	const float sx = g.sourceDist * g.cosB, sy = g.sourceDist * g.sinB;
	const float px = -g.detectorDist * g.cosB - du * g.sinB;
	const float py = -g.detectorDist * g.sinB + du * g.cosB;

	float dx = px - sx, dy = py - sy, dz = dv;
	const float len = sqrtf(dx * dx + dy * dy + dz * dz);
	dx /= len; dy /= len; dz /= len;

	// only the part inside the sphere around the volume
	const float reach = 1.7320508f * half;
	const float first = g.sourceDist - reach;
	const int steps = (int)(2.f * reach / g.step);
	float sum = 0.f;
	for (int k = 0; k < steps; k++) {
		const float t = first + k * g.step;
		sum += trilinear(mu, g.n, sx + t * dx + half, sy + t * dy + half, t * dz + half);
	}
	proj[v * g.det + u] = sum * g.step;
}

int main()
{
	Geometry g = {128, 256, 1.0f, 300.f, 200.f, sinf(0.4f), cosf(0.4f), 0.75f};
	std::vector<float> mu((size_t)g.n * g.n * g.n);
	for (size_t i = 0; i < mu.size(); i++) {
		int x = i % 128, y = i / 128 % 128, z = i / (128 * 128);
		int r2 = (x - 64) * (x - 64) + (y - 64) * (y - 64) + (z - 64) * (z - 64);
		mu[i] = r2 < 50 * 50 ? 0.02f : 0.0f;
	}
	float *d_mu, *d_proj;
	cudaMalloc(&d_mu, mu.size() * sizeof(float));
	cudaMalloc(&d_proj, g.det * g.det * sizeof(float));
	cudaMemcpy(d_mu, mu.data(), mu.size() * sizeof(float), cudaMemcpyHostToDevice);
	project<<<dim3(g.det / 16, g.det / 8), dim3(16, 8)>>>(d_mu, d_proj, g);

	std::vector<float> proj(g.det * g.det);
	cudaMemcpy(proj.data(), d_proj, proj.size() * sizeof(float), cudaMemcpyDeviceToHost);
	printf("central ray: %.3f (100 voxels of 0.02 expected)\n", proj[128 * 256 + 128]);
	cudaFree(d_mu);
	cudaFree(d_proj);
	return 0;
}
