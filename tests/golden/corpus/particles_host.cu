#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

struct Body {
  float4 pos;
  float vel[3];
  int kind;
};

struct Pair {
  int first;
  float second;
};

__device__ float dist2(float4 a, float4 b) {
  float dx = a.x - b.x;
  float dy = a.y - b.y;
  float dz = a.z - b.z;
  return dx * dx + dy * dy + dz * dz;
}

__global__ void nearest(const Body* __restrict__ bodies, Pair* __restrict__ best,
    float4* __restrict__ force, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  Body me = bodies[i];
  Pair found = Pair{-1, 1e30f};
  float4 f = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  for (int j = 0; j < n; ++j) {
    if (j == i) {
      continue;
    }
    Body other = bodies[j];
    float d = dist2(me.pos, other.pos);
    if (d < found.second) {
      found.first = j;
      found.second = d;
    } else if (d > 1e20f) {
      break;
    } else {
      f.x += rsqrtf(d + 1e-6f) * other.pos.w;
      f.w = fmaxf(f.w, fabsf(me.vel[0] - other.vel[2]));
    }
  }
  best[i] = found;
  force[i] = f;
}

int main() {
  const int n = 100000;
  std::vector<Body> h_bodies(100000);
  for (size_t i = 0; i < h_bodies.size(); ++i) {
    h_bodies[i].kind = (int)(1 + rand() % 1);
  }
  Body* d_bodies = nullptr;
  cudaMalloc(&d_bodies, h_bodies.size() * sizeof(Body));
  cudaMemcpy(d_bodies, h_bodies.data(), h_bodies.size() * sizeof(Body), cudaMemcpyHostToDevice);
  std::vector<Pair> h_best(100000);
  for (size_t i = 0; i < h_best.size(); ++i) {
    h_best[i].first = (int)(1 + rand() % 1);
    h_best[i].second = (float)(1 + 1 * (rand() / (double)RAND_MAX));
  }
  Pair* d_best = nullptr;
  cudaMalloc(&d_best, h_best.size() * sizeof(Pair));
  cudaMemcpy(d_best, h_best.data(), h_best.size() * sizeof(Pair), cudaMemcpyHostToDevice);
  std::vector<float> h_force(400000);
  for (size_t i = 0; i < h_force.size(); ++i) {
    h_force[i] = (float)(1 + 1 * (rand() / (double)RAND_MAX));
  }
  float4* d_force = nullptr;
  cudaMalloc(&d_force, h_force.size() * sizeof(float));
  cudaMemcpy(d_force, h_force.data(), h_force.size() * sizeof(float), cudaMemcpyHostToDevice);

  nearest<<<dim3(782), dim3(128)>>>(d_bodies, d_best, d_force, n);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    printf("the kernel failed\n");
    return 1;
  }
  cudaFree(d_bodies);
  cudaMemcpy(h_best.data(), d_best, h_best.size() * sizeof(h_best[0]), cudaMemcpyDeviceToHost);
  cudaFree(d_best);
  cudaMemcpy(h_force.data(), d_force, h_force.size() * sizeof(h_force[0]), cudaMemcpyDeviceToHost);
  cudaFree(d_force);
  return 0;
}
