// The files of the workspace that is tested.

export const SAXPY = `__global__ void saxpy(int n, float a, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (int k = 0; k < 4; ++k) y[i] = a * x[i] + y[i];
  }
}

int main() {
  const int n = 1 << 22;
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  saxpy<<<n / 256, 256>>>(n, 2.0f, x, y);
  cudaDeviceSynchronize();
}
`;
export const LOOP_LINE = 4;
export const LOOP = (count: string): string =>
  `    for (int k = 0; k < ${count}; ++k) y[i] = a * x[i] + y[i];`;

const SCALE = `__kernel void scale(__global float* x, float a) {
  x[get_global_id(0)] *= a;
}
`;

// Needs a header of the workspace.
const HALF = `#include "half.h"
__global__ void halve(float* x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= 0.5f; }
void run(float* x) { halve<<<BLOCKS, 256>>>(x); }
`;

// Neighbouring threads read 16 KiB apart.
export const COLUMNS_LINE = 3;
const COLUMNS = `__global__ void columns(float* out, const float* in, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  out[y * n + x] = in[x * n + y] * 2.0f;
}

int main() {
  const int n = 4096;
  float *in, *out;
  cudaMalloc(&in, n * n * sizeof(float));
  cudaMalloc(&out, n * n * sizeof(float));
  columns<<<dim3(n / 256, n), 256>>>(out, in, n);
  cudaDeviceSynchronize();
}
`;

// Its loop has as many rounds as the build says.
const ROUNDS = `#ifndef ROUNDS
#define ROUNDS 4
#endif
${SAXPY.replaceAll("saxpy", "rounds").replace("k < 4", "k < ROUNDS")}`;

const HIP = `#include <hip/hip_runtime.h>
__global__ void shift(float* x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1.0f; }
void run(float* x) { shift<<<1 << 14, 256>>>(x); }
`;

const OPENMP = `void twice(float* x, int n) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; ++i) x[i] *= 2.0f;
}
int main() {
  static float x[1 << 20];
  twice(x, 1 << 20);
}
`;

export const PLAIN = `// ordinary
#include <vector>
int twice(int x) { return 2 * x; }
`;

export const WORKSPACE: Record<string, string> = {
  "saxpy.cu": SAXPY,
  "scale.cl": SCALE,
  "half.cu": HALF,
  "half.h": "constexpr int BLOCKS = 1 << 20;\n",
  "columns.cu": COLUMNS,
  "rounds.cu": ROUNDS,
  "shift.hip": HIP,
  "shift.cpp": HIP,
  "twice.c": OPENMP,
  "plain.cpp": PLAIN,
  ".vscode/settings.json": "{}\n",
};
