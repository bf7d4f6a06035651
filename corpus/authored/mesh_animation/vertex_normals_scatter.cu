#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define SIDE 512
#define NV (SIDE * SIDE)
#define NT (2 * (SIDE - 1) * (SIDE - 1))

/* pass 1: each triangle adds its (area weighted) normal to its three corners */
__global__ void scatter_normals(const float3 *pos, const int3 *tri, float *nrm, int nt)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= nt)
		return;
	int3 f = tri[t];
	float3 a = pos[f.x], b = pos[f.y], c = pos[f.z];
	float ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z;
	float vx = c.x - a.x, vy = c.y - a.y, vz = c.z - a.z;
	float nx = uy * vz - uz * vy;
	float ny = uz * vx - ux * vz;
	float nz = ux * vy - uy * vx;
	int corner[3] = { f.x, f.y, f.z };
	for (int k = 0; k < 3; k++) {
		atomicAdd(&nrm[3 * corner[k] + 0], nx);
		atomicAdd(&nrm[3 * corner[k] + 1], ny);
		atomicAdd(&nrm[3 * corner[k] + 2], nz);
	}
}

/* pass 2: unit length */
__global__ void normalise(float *nrm, int nv)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;
	if (v >= nv)
		return;
	float x = nrm[3 * v], y = nrm[3 * v + 1], z = nrm[3 * v + 2];
	float s = rsqrtf(x * x + y * y + z * z + 1e-20f);
	nrm[3 * v] = x * s;
	nrm[3 * v + 1] = y * s;
	nrm[3 * v + 2] = z * s;
}

int main()
{
	float3 *pos = (float3 *)malloc(NV * sizeof(float3));
	int3 *tri = (int3 *)malloc(NT * sizeof(int3));
	for (int i = 0; i < NV; i++) {
		pos[i].x = (float)(i % SIDE);
		pos[i].y = (float)(i / SIDE);
		pos[i].z = 0.01f * ((i * 29) % 101);
	}
	for (int c = 0; c < NT / 2; c++) {
		int v = c / (SIDE - 1) * SIDE + c % (SIDE - 1);
		tri[2 * c].x = v;
		tri[2 * c].y = v + 1;
		tri[2 * c].z = v + SIDE;
		tri[2 * c + 1].x = v + 1;
		tri[2 * c + 1].y = v + SIDE + 1;
		tri[2 * c + 1].z = v + SIDE;
	}

	float3 *d_pos;
	int3 *d_tri;
	float *d_nrm;
	cudaMalloc((void **)&d_pos, NV * sizeof(float3));
	cudaMalloc((void **)&d_tri, NT * sizeof(int3));
	cudaMalloc((void **)&d_nrm, 3 * NV * sizeof(float));
	cudaMemcpy(d_pos, pos, NV * sizeof(float3), cudaMemcpyHostToDevice);
	cudaMemcpy(d_tri, tri, NT * sizeof(int3), cudaMemcpyHostToDevice);
	cudaMemset(d_nrm, 0, 3 * NV * sizeof(float));

	scatter_normals<<<(NT + 255) / 256, 256>>>(d_pos, d_tri, d_nrm, NT);
	normalise<<<(NV + 255) / 256, 256>>>(d_nrm, NV);

	float n[3];
	cudaMemcpy(n, d_nrm + 3 * (SIDE * 100 + 100), sizeof(n), cudaMemcpyDeviceToHost);
	printf("normal at (100,100): %f %f %f\n", n[0], n[1], n[2]);
	cudaFree(d_pos);
	cudaFree(d_tri);
	cudaFree(d_nrm);
	free(pos);
	free(tri);
	return 0;
}
