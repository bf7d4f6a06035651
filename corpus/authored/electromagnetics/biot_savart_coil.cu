#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SEG   4096
#define PTS   16384
#define BLOCK 128

/* magnetic field of a wound coil, segments staged through shared memory */
__global__ void bfield(const float3 *mid, const float3 *dl, const float3 *pt, float3 *B, float k)
{
	__shared__ float3 sm[BLOCK];
	__shared__ float3 sd[BLOCK];

	int t = blockIdx.x * BLOCK + threadIdx.x;
	float3 r = pt[t];
	float bx = 0, by = 0, bz = 0;

	for (int base = 0; base < SEG; base += BLOCK) {
		sm[threadIdx.x] = mid[base + threadIdx.x];
		sd[threadIdx.x] = dl[base + threadIdx.x];
		__syncthreads();
		for (int s = 0; s < BLOCK; s++) {
			float x = r.x - sm[s].x;
			float y = r.y - sm[s].y;
			float z = r.z - sm[s].z;
			float inv = rsqrtf(x * x + y * y + z * z + 1e-6f);
			float w = inv * inv * inv;
			bx += w * (sd[s].y * z - sd[s].z * y);
			by += w * (sd[s].z * x - sd[s].x * z);
			bz += w * (sd[s].x * y - sd[s].y * x);
		}
		__syncthreads();
	}
	B[t] = make_float3(k * bx, k * by, k * bz);
}

int main()
{
	float3 *mid = (float3 *)malloc(SEG * sizeof(float3));
	float3 *dl = (float3 *)malloc(SEG * sizeof(float3));
	float3 *pt = (float3 *)malloc(PTS * sizeof(float3));
	const float turns = 64.0f, radius = 0.05f, length = 0.2f;

	for (int s = 0; s < SEG; s++) {
		float a = 6.2831853f * turns * s / SEG, da = 6.2831853f * turns / SEG;
		mid[s] = make_float3(radius * cosf(a), radius * sinf(a), length * s / SEG);
		dl[s] = make_float3(-radius * sinf(a) * da, radius * cosf(a) * da, length / SEG);
	}
	for (int p = 0; p < PTS; p++)
		pt[p] = make_float3((p % 128 - 64) * 0.001f, (p / 128 - 64) * 0.001f, 0.1f);

	float3 *dmid, *ddl, *dpt, *dB;
	cudaMalloc(&dmid, SEG * sizeof(float3));
	cudaMalloc(&ddl, SEG * sizeof(float3));
	cudaMalloc(&dpt, PTS * sizeof(float3));
	cudaMalloc(&dB, PTS * sizeof(float3));
	cudaMemcpy(dmid, mid, SEG * sizeof(float3), cudaMemcpyHostToDevice);
	cudaMemcpy(ddl, dl, SEG * sizeof(float3), cudaMemcpyHostToDevice);
	cudaMemcpy(dpt, pt, PTS * sizeof(float3), cudaMemcpyHostToDevice);

	bfield<<<PTS / BLOCK, BLOCK>>>(dmid, ddl, dpt, dB, 1e-7f * 2.0f);

	cudaMemcpy(pt, dB, PTS * sizeof(float3), cudaMemcpyDeviceToHost);
	float3 c = pt[64 * 128 + 64];
	printf("B on axis: %g %g %g T (long solenoid: %g T)\n", c.x, c.y, c.z, 4e-7f * 3.14159265f * 2.0f * turns / length);
	cudaFree(dmid); cudaFree(ddl); cudaFree(dpt); cudaFree(dB);
	free(mid); free(dl); free(pt);
	return 0;
}
