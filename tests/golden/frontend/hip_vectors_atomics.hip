// ptx: atom.global.add.f64 atom.shared.add.u32 atom.global.max.s32 vote.sync.ballot.b32
#include <hip/hip_runtime.h>

struct Particle {
  float4 position;
  float3 velocity;
  int id;
};

__global__ void gather_energy(const Particle* particles, double* energy, int* most, int n) {
  __shared__ unsigned int moving;
  if (threadIdx.x == 0) moving = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Particle p = particles[i];
    float v2 = p.velocity.x * p.velocity.x + p.velocity.y * p.velocity.y + p.velocity.z * p.velocity.z;
    atomicAdd(energy, 0.5 * p.position.w * v2);
    if (v2 > 1e-3f) atomicAdd(&moving, 1u);
  }
  unsigned long long lanes = __ballot(i < n);
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(most, (int)moving + __popcll(lanes));
}

int main() {
  const int n = 10000;
  Particle* particles;
  double* energy;
  int* most;
  hipMalloc(&particles, n * sizeof(Particle));
  hipMalloc(&energy, sizeof(double));
  hipMalloc(&most, sizeof(int));
  gather_energy<<<(n + 127) / 128, 128>>>(particles, energy, most, n);
}
