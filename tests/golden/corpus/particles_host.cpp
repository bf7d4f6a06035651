#include <math.h>
#include <stdlib.h>

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

int main() {
  const int n = 100000;
  Body* bodies = (Body*)malloc(100000 * sizeof(Body));
  for (size_t i = 0; i < 100000; ++i) {
    bodies[i].kind = (int)(1 + rand() % 1);
  }
  Pair* best = (Pair*)malloc(100000 * sizeof(Pair));
  for (size_t i = 0; i < 100000; ++i) {
    best[i].first = (int)(1 + rand() % 1);
    best[i].second = (float)(1 + 1 * (rand() / (double)RAND_MAX));
  }
  float4* force = (float4*)malloc(100000 * sizeof(float4));
  for (size_t i = 0; i < 400000; ++i) {
    ((float*)force)[i] = (float)(1 + 1 * (rand() / (double)RAND_MAX));
  }

#pragma omp target data map(to: bodies[0:100000]) map(tofrom: best[0:100000]) \
    map(tofrom: force[0:100000])
  {
    nearest(bodies, best, force, n);
  }
  free(bodies);
  free(best);
  free(force);
  return 0;
}
