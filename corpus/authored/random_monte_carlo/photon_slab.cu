#include <cuda_runtime.h>
#include <cstdio>

// Photon packets through a turbid slab: exponential free paths, isotropic scattering,
// absorption by weight. Tallies: depth histogram of absorbed weight plus R and T.

constexpr int BINS = 64;
constexpr int MAX_EVENTS = 200;

struct Slab { float thickness, mu_s, mu_a; };

struct Rng
{
	unsigned s;
	__device__ float next()
	{
		s ^= s << 13;
		s ^= s >> 17;
		s ^= s << 5;
		return (s >> 8) * (1.0f / 16777216.0f) + 2.9e-8f;
	}
};

__global__ void propagate(Slab slab, int photons, float *absorbed, float *reflected, float *transmitted)
{
	__shared__ float local[BINS];
	for (int b = threadIdx.x; b < BINS; b += blockDim.x)
		local[b] = 0.0f;
	__syncthreads();

	int id = blockIdx.x * blockDim.x + threadIdx.x;
	if (id < photons) {
		Rng rng{(unsigned)id * 2654435761u + 1u};
		float mu_t = slab.mu_s + slab.mu_a;
		float albedo = slab.mu_s / mu_t;
		float z = 0.0f, mu = 1.0f, w = 1.0f;

		for (int event = 0; event < MAX_EVENTS; ++event) {
			z += mu * -__logf(rng.next()) / mu_t;
			if (z < 0.0f) {
				atomicAdd(reflected, w);
				break;
			}
			if (z > slab.thickness) {
				atomicAdd(transmitted, w);
				break;
			}
			int bin = min((int)(z / slab.thickness * BINS), BINS - 1);
			atomicAdd(&local[bin], w * (1.0f - albedo));
			w *= albedo;
			if (w < 1e-3f)
				break;
			mu = 2.0f * rng.next() - 1.0f;
		}
	}
	__syncthreads();
	for (int b = threadIdx.x; b < BINS; b += blockDim.x)
		atomicAdd(&absorbed[b], local[b]);
}

int main()
{
	const int photons = 1 << 18;
	Slab slab = {2.0f, 8.0f, 1.0f};
	float *tally;
	cudaMalloc(&tally, (BINS + 2) * sizeof(float));
	cudaMemset(tally, 0, (BINS + 2) * sizeof(float));

	propagate<<<photons / 256, 256>>>(slab, photons, tally, tally + BINS, tally + BINS + 1);

	float h[BINS + 2];
	cudaMemcpy(h, tally, sizeof(h), cudaMemcpyDeviceToHost);
	float a = 0;
	for (int b = 0; b < BINS; ++b)
		a += h[b];
	printf("A=%.4f R=%.4f T=%.4f\n", a / photons, h[BINS] / photons, h[BINS + 1] / photons);
	cudaFree(tally);
	return 0;
}
