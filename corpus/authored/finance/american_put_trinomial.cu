#include <cuda_runtime.h>
#include <cmath>
#include <iostream>
#include <vector>

// American put on a trinomial lattice. A block values one option; the value line of
// 2*STEPS+1 nodes is double-buffered in shared memory and shrinks by two per time step.
constexpr int STEPS = 256;
constexpr int NODES = 2 * STEPS + 1;

struct Option { float spot, strike, rate, vol, expiry; };

__global__ void trinomial(const Option* __restrict__ options, float* __restrict__ price)
{
  __shared__ float line[2][NODES];
  const Option o = options[blockIdx.x];
  const float dt = o.expiry / STEPS;
  const float dx = o.vol * sqrtf(3.0f * dt);
  const float nu = o.rate - 0.5f * o.vol * o.vol;
  const float disc = expf(-o.rate * dt);
  const float base = (o.vol * o.vol * dt + nu * nu * dt * dt) / (dx * dx);
  const float pu = 0.5f * disc * (base + nu * dt / dx);
  const float pd = 0.5f * disc * (base - nu * dt / dx);
  const float pm = disc * (1.0f - base);

  for (int j = threadIdx.x; j < NODES; j += blockDim.x)
    line[0][j] = fmaxf(o.strike - o.spot * expf((j - STEPS) * dx), 0.0f);
  __syncthreads();

  int cur = 0;
  for (int t = STEPS - 1; t >= 0; --t) {
    for (int j = threadIdx.x; j <= 2 * t; j += blockDim.x) {
      // node j of level t continues to nodes j, j+1, j+2 of level t+1
      const float hold = pd * line[cur][j] + pm * line[cur][j + 1] + pu * line[cur][j + 2];
      const float exercise = o.strike - o.spot * __expf((j - t) * dx);
      line[cur ^ 1][j] = fmaxf(hold, exercise);
    }
    cur ^= 1;
    __syncthreads();
  }
  if (threadIdx.x == 0) price[blockIdx.x] = line[cur][0];
}

int main()
{
  const int count = 1500;
  std::vector<Option> book(count);
  for (int i = 0; i < count; ++i) {
    book[i].spot = 80.0f + i % 41;
    book[i].strike = 100.0f;
    book[i].rate = 0.01f + 0.001f * (i % 30);
    book[i].vol = 0.15f + 0.01f * (i % 20);
    book[i].expiry = 0.25f + 0.25f * (i % 8);
  }
  Option* dBook;
  float* dPrice;
  cudaMalloc(&dBook, count * sizeof(Option));
  cudaMalloc(&dPrice, count * sizeof(float));
  cudaMemcpy(dBook, book.data(), count * sizeof(Option), cudaMemcpyHostToDevice);
  trinomial<<<count, 256>>>(dBook, dPrice);
  std::vector<float> price(count);
  cudaMemcpy(price.data(), dPrice, count * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 5; ++i)
    std::cout << "S=" << book[i].spot << " vol=" << book[i].vol << " put=" << price[i] << "\n";
  return 0;
}
