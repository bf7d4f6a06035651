#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Ratings
{
	const int *user;
	const int *item;
	const float *stars;
	int count;
};

/* One SGD sweep over the ratings. A warp takes one rating at a time; the lane
   number is the latent factor. Updates of shared rows go through atomics. */
__global__ void sgdSweep(Ratings r, float *P, float *Q, float rate, float lambda)
{
	const int factor = threadIdx.x & 31;
	const int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
	const int warps = (gridDim.x * blockDim.x) >> 5;

	for (int i = warp; i < r.count; i += warps)
	{
		float *pu = P + r.user[i] * 32 + factor;
		float *qi = Q + r.item[i] * 32 + factor;
		const float p = *pu, q = *qi;

		float dot = p * q;
		for (int m = 16; m > 0; m >>= 1)
			dot += __shfl_xor_sync(0xffffffffu, dot, m);

		const float err = r.stars[i] - dot;
		atomicAdd(pu, rate * (err * q - lambda * p));
		atomicAdd(qi, rate * (err * p - lambda * q));
	}
}

int main()
{
	const int users = 20000, items = 5000, count = 200000;
	std::vector<int> user(count), item(count);
	std::vector<float> stars(count);
	srand(99);
	for (int i = 0; i < count; i++)
	{
		user[i] = rand() % users;
		item[i] = rand() % items;
		stars[i] = 1.0f + i % 5;
	}
	std::vector<float> init((users + items) * 32);
	for (size_t i = 0; i < init.size(); i++)
		init[i] = 0.1f + 0.3f * (i % 7) / 7.0f;

	int *dUser, *dItem;
	float *dStars, *dPQ;
	cudaMalloc(&dUser, count * sizeof(int));
	cudaMalloc(&dItem, count * sizeof(int));
	cudaMalloc(&dStars, count * sizeof(float));
	cudaMalloc(&dPQ, init.size() * sizeof(float));
	cudaMemcpy(dUser, user.data(), count * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(dItem, item.data(), count * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(dStars, stars.data(), count * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemcpy(dPQ, init.data(), init.size() * sizeof(float), cudaMemcpyHostToDevice);

	Ratings r = {dUser, dItem, dStars, count};
	float *P = dPQ, *Q = dPQ + users * 32;
	for (int epoch = 0; epoch < 3; epoch++)
		sgdSweep<<<264, 256>>>(r, P, Q, 0.01f, 0.05f);

	cudaMemcpy(init.data(), dPQ, init.size() * sizeof(float), cudaMemcpyDeviceToHost);
	double se = 0;
	for (int i = 0; i < count; i++)
	{
		float dot = 0;
		for (int f = 0; f < 32; f++)
			dot += init[user[i] * 32 + f] * init[(users + item[i]) * 32 + f];
		se += (stars[i] - dot) * (stars[i] - dot);
	}
	printf("training MSE after 3 epochs: %.4f\n", se / count);
	cudaFree(dUser);
	cudaFree(dItem);
	cudaFree(dStars);
	cudaFree(dPQ);
	return 0;
}
