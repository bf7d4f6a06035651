#include <math.h>

struct __attribute__((aligned(16))) float4 {
  float x, y, z, w;
};

#pragma omp declare target
static inline float4 make_float4(float x, float y, float z, float w) {
  float4 v = {x, y, z, w};
  return v;
}
#pragma omp end declare target

struct Body {
  float4 pos;
  float vel[3];
  int kind;
};

struct Pair {
  int first;
  float second;
};

#pragma omp declare target
float dist2(float4 a, float4 b) {
  float dx = a.x - b.x;
  float dy = a.y - b.y;
  float dz = a.z - b.z;
  return dx * dx + dy * dy + dz * dz;
}

#pragma omp end declare target

void nearest(const Body* __restrict__ bodies, Pair* __restrict__ best, float4* __restrict__ force,
    int n) {
#pragma omp target teams distribute parallel for num_teams(2048) thread_limit(256)
  for (int i = 0; i < n; ++i) {
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
        f.x += 1.0f / sqrtf(d + 1e-6f) * other.pos.w;
        f.w = fmaxf(f.w, fabsf(me.vel[0] - other.vel[2]));
      }
    }
    best[i] = found;
    force[i] = f;
  }
}
