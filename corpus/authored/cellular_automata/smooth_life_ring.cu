// Continuous ("Lenia"-like) automaton: ring-shaped kernel of radius 7, Gaussian growth function.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <vector>

#define R 7
#define KW (2 * R + 1)
#define B 16
#define N 1024

__constant__ float ring[KW * KW];

__global__ void lenia_step(const float* __restrict__ A, float* __restrict__ An, float mu, float sigma, float dt)
{
	__shared__ float tile[B + 2 * R][B + 2 * R];
	for (int j = threadIdx.y; j < B + 2 * R; j += B)
		for (int i = threadIdx.x; i < B + 2 * R; i += B) {
			int gx = (blockIdx.x * B + i - R + N) % N;
			int gy = (blockIdx.y * B + j - R + N) % N;
			tile[j][i] = A[gy * N + gx];
		}
	__syncthreads();

	float U = 0.f;
#pragma unroll
	for (int dy = 0; dy < KW; ++dy)
#pragma unroll
		for (int dx = 0; dx < KW; ++dx)
			U += ring[dy * KW + dx] * tile[threadIdx.y + dy][threadIdx.x + dx];

	float z = (U - mu) / sigma;
	float growth = 2.f * __expf(-0.5f * z * z) - 1.f;
	float a = tile[threadIdx.y + R][threadIdx.x + R] + dt * growth;
	An[(blockIdx.y * B + threadIdx.y) * N + blockIdx.x * B + threadIdx.x] = __saturatef(a);
}

int main()
{
	float k[KW * KW], sum = 0;
	for (int y = -R; y <= R; ++y)
		for (int x = -R; x <= R; ++x) {
			float r = sqrtf((float)(x * x + y * y)) / R;
			float v = (r > 0.f && r < 1.f) ? expf(4.f - 1.f / (r * (1.f - r))) : 0.f;
			k[(y + R) * KW + x + R] = v;
			sum += v;
		}
	for (float& v : k)
		v /= sum;
	cudaMemcpyToSymbol(ring, k, sizeof(k));

	std::vector<float> world(N * N);
	for (int i = 0; i < N * N; ++i)
		world[i] = ((i / N / 64 + i % N / 64) % 2) * ((i * 379) % 1000) * 0.001f;

	float *a, *b;
	cudaMalloc(&a, N * N * sizeof(float));
	cudaMalloc(&b, N * N * sizeof(float));
	cudaMemcpy(a, world.data(), N * N * sizeof(float), cudaMemcpyHostToDevice);
	for (int t = 0; t < 6; ++t) {
		lenia_step<<<dim3(N / B, N / B), dim3(B, B)>>>(a, b, 0.15f, 0.017f, 0.1f);
		float* s = a; a = b; b = s;
	}
	cudaMemcpy(world.data(), a, N * N * sizeof(float), cudaMemcpyDeviceToHost);
	double mass = 0;
	for (float v : world)
		mass += v;
	printf("mass %.1f\n", mass);
	return 0;
}
