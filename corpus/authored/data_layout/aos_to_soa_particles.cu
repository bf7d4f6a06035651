#include <cuda_runtime.h>
#include <iostream>
#include <vector>

struct Particle {
  float pos[3];
  float vel[3];
  float mass;
  int species;
};

struct ParticleArrays {
  float *x, *y, *z;
  float *vx, *vy, *vz;
  float *mass;
  int *species;
};

// Straightforward split: every thread takes its struct apart.
__global__ void split_particles(const Particle *in, ParticleArrays out, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  Particle p = in[i];
  out.x[i] = p.pos[0];
  out.y[i] = p.pos[1];
  out.z[i] = p.pos[2];
  out.vx[i] = p.vel[0];
  out.vy[i] = p.vel[1];
  out.vz[i] = p.vel[2];
  out.mass[i] = p.mass;
  out.species[i] = p.species;
}

int main() {
  const int n = 1500000;
  std::vector<Particle> host(n);
  for (int i = 0; i < n; ++i) {
    host[i].pos[0] = i * 0.001f;
    host[i].pos[1] = i % 100;
    host[i].pos[2] = -1.0f;
    host[i].vel[0] = host[i].vel[1] = host[i].vel[2] = 0.5f;
    host[i].mass = 1.0f + i % 3;
    host[i].species = i % 3;
  }

  Particle *d_aos;
  ParticleArrays d;
  cudaMalloc(&d_aos, n * sizeof(Particle));
  cudaMalloc(&d.x, n * sizeof(float));
  cudaMalloc(&d.y, n * sizeof(float));
  cudaMalloc(&d.z, n * sizeof(float));
  cudaMalloc(&d.vx, n * sizeof(float));
  cudaMalloc(&d.vy, n * sizeof(float));
  cudaMalloc(&d.vz, n * sizeof(float));
  cudaMalloc(&d.mass, n * sizeof(float));
  cudaMalloc(&d.species, n * sizeof(int));
  cudaMemcpy(d_aos, host.data(), n * sizeof(Particle), cudaMemcpyHostToDevice);

  split_particles<<<(n + 191) / 192, 192>>>(d_aos, d, n);

  std::vector<int> species(n);
  cudaMemcpy(species.data(), d.species, n * sizeof(int), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += species[i] != i % 3;
  std::cout << wrong << " wrong species\n";

  cudaFree(d_aos);
  for (float *p : {d.x, d.y, d.z, d.vx, d.vy, d.vz, d.mass}) cudaFree(p);
  cudaFree(d.species);
  return wrong;
}
