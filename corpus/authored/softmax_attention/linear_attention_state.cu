#include <cstdio>
#include <vector>

// S[h] = sum_t phi(k_t) v_t^T with phi(x) = elu(x) + 1, one 64x64 state a head.
// 16x16 threads, each keeps a 4x4 piece of the state in registers.
#define DK 64
#define DV 64
#define CHUNK 32

__device__ inline float phi(float x) { return x > 0.f ? x + 1.f : __expf(x); }

__global__ void kvState(const float* k, const float* v, float* state, float* zsum, int T)
{
	__shared__ float sk[CHUNK][DK];
	__shared__ float sv[CHUNK][DV];

	int h = blockIdx.x;
	int tid = threadIdx.y * 16 + threadIdx.x;
	int r0 = threadIdx.y * 4, c0 = threadIdx.x * 4;
	const float* kh = k + (size_t)h * T * DK;
	const float* vh = v + (size_t)h * T * DV;

	float acc[4][4] = {};
	float z = 0.f;

	for (int t0 = 0; t0 < T; t0 += CHUNK) {
		for (int e = tid; e < CHUNK * DK; e += 256) {
			sk[e / DK][e % DK] = phi(kh[t0 * DK + e]);
			sv[e / DV][e % DV] = vh[t0 * DV + e];
		}
		__syncthreads();

#pragma unroll 4
		for (int t = 0; t < CHUNK; ++t) {
			float a[4], b[4];
			for (int i = 0; i < 4; ++i) a[i] = sk[t][r0 + i];
			for (int j = 0; j < 4; ++j) b[j] = sv[t][c0 + j];
			for (int i = 0; i < 4; ++i)
				for (int j = 0; j < 4; ++j)
					acc[i][j] += a[i] * b[j];
		}
		if (tid < DK)
			for (int t = 0; t < CHUNK; ++t) z += sk[t][tid];
		__syncthreads();
	}

	for (int i = 0; i < 4; ++i)
		for (int j = 0; j < 4; ++j)
			state[((size_t)h * DK + r0 + i) * DV + c0 + j] = acc[i][j];
	if (tid < DK) zsum[h * DK + tid] = z;
}

int main()
{
	const int heads = 16, T = 1024;
	std::vector<float> k(heads * T * DK), v(heads * T * DV);
	for (size_t i = 0; i < k.size(); ++i) k[i] = (i % 29) * 0.05f - 0.7f;
	for (size_t i = 0; i < v.size(); ++i) v[i] = (i % 31) * 0.03f;

	float *dk, *dv, *ds, *dz;
	cudaMalloc(&dk, k.size() * 4);
	cudaMalloc(&dv, v.size() * 4);
	cudaMalloc(&ds, heads * DK * DV * 4);
	cudaMalloc(&dz, heads * DK * 4);
	cudaMemcpy(dk, k.data(), k.size() * 4, cudaMemcpyHostToDevice);
	cudaMemcpy(dv, v.data(), v.size() * 4, cudaMemcpyHostToDevice);

	kvState<<<heads, dim3(16, 16)>>>(dk, dv, ds, dz, T);

	float z0;
	cudaMemcpy(&z0, dz, 4, cudaMemcpyDeviceToHost);
	printf("z[0][0] = %g\n", z0);
	cudaFree(dk); cudaFree(dv); cudaFree(ds); cudaFree(dz);
	return 0;
}
