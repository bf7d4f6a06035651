#include <cuda_runtime.h>
#include <vector>
#include <iostream>

// Kick of a particle-mesh step: triangular-shaped-cloud interpolation of the mesh force
// (float4 per cell: fx, fy, fz, potential) to particles, which are sorted by cell row.

static constexpr int G = 64;

__device__ inline int wrapped(int i) { return i & (G - 1); }

__device__ inline void tsc(float x, int& centre, float (&w)[3])
{
	centre = __float2int_rd(x + 0.5f);
	const float d = x - centre;
	w[0] = 0.5f * (0.5f - d) * (0.5f - d);
	w[1] = 0.75f - d * d;
	w[2] = 0.5f * (0.5f + d) * (0.5f + d);
}

__global__ void kick(const float4* __restrict__ pos, float4* __restrict__ vel, int n,
                     const float4* __restrict__ mesh, float dt)
{
	const int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= n) return;

	const float4 r = pos[p];
	int cx, cy, cz;
	float wx[3], wy[3], wz[3];
	tsc(r.x, cx, wx);
	tsc(r.y, cy, wy);
	tsc(r.z, cz, wz);

	float fx = 0, fy = 0, fz = 0, phi = 0;
#pragma unroll
	for (int c = 0; c < 3; ++c)
#pragma unroll
		for (int b = 0; b < 3; ++b) {
			const int line = (wrapped(cz + c - 1) * G + wrapped(cy + b - 1)) * G;
			const float wzy = wz[c] * wy[b];
#pragma unroll
			for (int a = 0; a < 3; ++a) {
				const float4 f = mesh[line + wrapped(cx + a - 1)];
				const float w = wzy * wx[a];
				fx += w * f.x; fy += w * f.y; fz += w * f.z; phi += w * f.w;
			}
		}
	float4 v = vel[p];
	v.x += dt * fx; v.y += dt * fy; v.z += dt * fz;
	v.w = phi;
	vel[p] = v;
}

int main()
{
	const int n = 512 * 1024, cells = G * G * G;
	std::vector<float4> pos(n), mesh(cells);
	for (int i = 0; i < n; ++i) {
		const int cell = i / 2;        // two particles in every cell, in cell order
		pos[i].x = cell % G + 0.25f + 0.5f * (i & 1);
		pos[i].y = cell / G % G + 0.4f;
		pos[i].z = cell / (G * G) + 0.6f;
		pos[i].w = 1.0f;
	}
	for (int c = 0; c < cells; ++c)
		mesh[c] = make_float4(0.01f * (c % G), -0.5f, 0.25f, -1.0f);

	float4 *dPos, *dVel, *dMesh;
	cudaMalloc(&dPos, n * sizeof(float4));
	cudaMalloc(&dVel, n * sizeof(float4));
	cudaMalloc(&dMesh, cells * sizeof(float4));
	cudaMemcpy(dPos, pos.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
	cudaMemset(dVel, 0, n * sizeof(float4));
	cudaMemcpy(dMesh, mesh.data(), cells * sizeof(float4), cudaMemcpyHostToDevice);

	kick<<<n / 256, 256>>>(dPos, dVel, n, dMesh, 0.1f);

	cudaMemcpy(pos.data(), dVel, n * sizeof(float4), cudaMemcpyDeviceToHost);
	std::cout << "v[1000] = " << pos[1000].x << " " << pos[1000].y << " " << pos[1000].z << "\n";
	cudaFree(dPos); cudaFree(dVel); cudaFree(dMesh);
}
