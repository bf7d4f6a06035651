typedef struct {
  float4 pos;
  float vel[3];
  int kind;
} Body;

typedef struct {
  int first;
  float second;
} Pair;

float dist2(float4 a, float4 b) {
  float dx = a.x - b.x;
  float dy = a.y - b.y;
  float dz = a.z - b.z;
  return dx * dx + dy * dy + dz * dz;
}

__kernel void nearest(__global const Body* restrict bodies, __global Pair* restrict best,
    __global float4* restrict force, int n) {
  int i = get_global_id(0);
  if (i >= n) {
    return;
  }
  Body me = bodies[i];
  Pair found = (Pair){-1, 1e30f};
  float4 f = (float4)(0.0f, 0.0f, 0.0f, 0.0f);
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
      f.x += rsqrt(d + 1e-6f) * other.pos.w;
      f.w = fmax(f.w, fabs(me.vel[0] - other.vel[2]));
    }
  }
  best[i] = found;
  force[i] = f;
}
