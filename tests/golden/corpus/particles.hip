#include <hip/hip_runtime.h>

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
