// cuRAND's device functions, written from the published generators: Marsaglia's xorwow, Philox 4x32
// with 10 rounds, L'Ecuyer's MRG32k3a.
#pragma once
#include <kcast_cuda.h>
#if __has_include(<curand.h>)
#include <curand.h>
#endif

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef curandStateMRG32k3a curandStateMRG32k3a_t;

// xorwow: the seed is spread over the state; sequences and offsets are separated by hashing.
__KC_FN unsigned int __kc_hash(unsigned int x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}
__KC_FN void curand_init(unsigned long long seed, unsigned long long sequence,
                         unsigned long long offset, curandStateXORWOW* s) {
  unsigned int lo = (unsigned int)seed ^ 0xaad26b49u, hi = (unsigned int)(seed >> 32) ^ 0xf7dcefddu;
  unsigned int q =
      __kc_hash((unsigned int)sequence) ^ __kc_hash((unsigned int)(sequence >> 32) + 1);
  unsigned int t0 = 1099087573u * lo, t1 = 2591861531u * hi;
  s->d = 6615241 + t1 + t0 + 362437u * (unsigned int)offset;
  s->v[0] = (123456789u + t0) ^ q;
  s->v[1] = 362436069u ^ t0 ^ (q << 7);
  s->v[2] = 521288629u + t1 + (unsigned int)offset;
  s->v[3] = 88675123u ^ t1 ^ (q >> 3);
  s->v[4] = 5783321u + t0;
  s->boxmuller_flag = 0;
  s->boxmuller_flag_double = 0;
  s->boxmuller_extra = 0;
  s->boxmuller_extra_double = 0;
}
__KC_FN unsigned int curand(curandStateXORWOW* s) {
  unsigned int t = s->v[0] ^ (s->v[0] >> 2);
  s->v[0] = s->v[1];
  s->v[1] = s->v[2];
  s->v[2] = s->v[3];
  s->v[3] = s->v[4];
  s->v[4] = (s->v[4] ^ (s->v[4] << 4)) ^ (t ^ (t << 1));
  s->d += 362437;
  return s->v[4] + s->d;
}

__KC_FN uint4 __kc_philox(uint4 c, uint2 k) {
  for (int i = 0; i < 10; ++i) {
    unsigned int h0 = __umulhi(0xd2511f53u, c.x), l0 = 0xd2511f53u * c.x;
    unsigned int h1 = __umulhi(0xcd9e8d57u, c.z), l1 = 0xcd9e8d57u * c.z;
    c = make_uint4(h1 ^ c.y ^ k.x, l1, h0 ^ c.w ^ k.y, l0);
    k.x += 0x9e3779b9u;
    k.y += 0xbb67ae85u;
  }
  return c;
}
__KC_FN void __kc_advance(uint4& c, unsigned long long n) {
  unsigned long long low = ((unsigned long long)c.y << 32 | c.x), next = low + n;
  c.x = (unsigned int)next;
  c.y = (unsigned int)(next >> 32);
  if (next < low && ++c.z == 0) ++c.w;
}
__KC_FN void curand_init(unsigned long long seed, unsigned long long sequence,
                         unsigned long long offset, curandStatePhilox4_32_10* s) {
  s->ctr = make_uint4(0, 0, (unsigned int)sequence, (unsigned int)(sequence >> 32));
  s->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
  s->STATE = offset & 3;
  s->boxmuller_flag = 0;
  s->boxmuller_flag_double = 0;
  s->boxmuller_extra = 0;
  s->boxmuller_extra_double = 0;
  __kc_advance(s->ctr, offset / 4);
  s->output = __kc_philox(s->ctr, s->key);
}
__KC_FN unsigned int curand(curandStatePhilox4_32_10* s) {
  unsigned int r = s->STATE == 0   ? s->output.x
                   : s->STATE == 1 ? s->output.y
                   : s->STATE == 2 ? s->output.z
                                   : s->output.w;
  if (++s->STATE == 4) {
    __kc_advance(s->ctr, 1);
    s->output = __kc_philox(s->ctr, s->key);
    s->STATE = 0;
  }
  return r;
}
__KC_FN uint4 curand4(curandStatePhilox4_32_10* s) {
  uint4 r = s->output;
  __kc_advance(s->ctr, 1);
  s->output = __kc_philox(s->ctr, s->key);
  return r;
}

__KC_FN void curand_init(unsigned long long seed, unsigned long long sequence,
                         unsigned long long offset, curandStateMRG32k3a* s) {
  unsigned int h =
      __kc_hash((unsigned int)(seed + offset)) ^ __kc_hash((unsigned int)sequence + 77);
  for (int i = 0; i < 3; ++i) {
    s->s1[i] = (12345u ^ h) % 4294967087u;
    s->s2[i] = (12345u ^ (h << 5)) % 4294944443u;
  }
  s->boxmuller_flag = 0;
  s->boxmuller_flag_double = 0;
  s->boxmuller_extra = 0;
  s->boxmuller_extra_double = 0;
}
__KC_FN unsigned int curand(curandStateMRG32k3a* s) {
  long long p1 = (1403580LL * s->s1[1] - 810728LL * s->s1[0]) % 4294967087LL;
  if (p1 < 0) p1 += 4294967087LL;
  s->s1[0] = s->s1[1], s->s1[1] = s->s1[2], s->s1[2] = (unsigned int)p1;
  long long p2 = (527612LL * s->s2[2] - 1370589LL * s->s2[0]) % 4294944443LL;
  if (p2 < 0) p2 += 4294944443LL;
  s->s2[0] = s->s2[1], s->s2[1] = s->s2[2], s->s2[2] = (unsigned int)p2;
  return (unsigned int)(p1 > p2 ? p1 - p2 : p1 - p2 + 4294967087LL);
}

// Uniform in (0, 1], as cuRAND defines it.
__KC_FN float __kc_uniform(unsigned int x) {
  return x * 2.3283064e-10f + 1.1641532e-10f;
}
__KC_FN double __kc_uniform_double(unsigned int x, unsigned int y) {
  unsigned long long z = (unsigned long long)x ^ ((unsigned long long)y << 21);
  return z * 1.1102230246251565e-16 + 5.5511151231257827e-17;
}
template <class S>
__KC_FN float curand_uniform(S* s) {
  return __kc_uniform(curand(s));
}
template <class S>
__KC_FN double curand_uniform_double(S* s) {
  unsigned int x = curand(s);
  return __kc_uniform_double(x, curand(s));
}
__KC_FN float2 __kc_box_muller(unsigned int x, unsigned int y) {
  float u = __kc_uniform(x), v = y * 1.46291807e-9f + 7.3145904e-10f;
  float r = sqrtf(-2.0f * logf(u));
  return {__KC_FTZ(sin_approx)(v) * r, __KC_FTZ(cos_approx)(v) * r};
}
template <class S>
__KC_FN float2 curand_normal2(S* s) {
  unsigned int x = curand(s);
  return __kc_box_muller(x, curand(s));
}
template <class S>
__KC_FN float curand_normal(S* s) {
  if (s->boxmuller_flag != 1) {
    float2 v = curand_normal2(s);
    s->boxmuller_extra = v.y;
    s->boxmuller_flag = 1;
    return v.x;
  }
  s->boxmuller_flag = 0;
  return s->boxmuller_extra;
}
template <class S>
__KC_FN double2 curand_normal2_double(S* s) {
  double u = curand_uniform_double(s), v = curand_uniform_double(s);
  double r = sqrt(-2.0 * log(u)), sine, cosine;
  sincospi(2.0 * v, &sine, &cosine);
  return {sine * r, cosine * r};
}
template <class S>
__KC_FN double curand_normal_double(S* s) {
  if (s->boxmuller_flag_double != 1) {
    double2 v = curand_normal2_double(s);
    s->boxmuller_extra_double = v.y;
    s->boxmuller_flag_double = 1;
    return v.x;
  }
  s->boxmuller_flag_double = 0;
  return s->boxmuller_extra_double;
}
template <class S>
__KC_FN float curand_log_normal(S* s, float mean, float deviation) {
  return expf(mean + deviation * curand_normal(s));
}
template <class S>
__KC_FN double curand_log_normal_double(S* s, double mean, double deviation) {
  return exp(mean + deviation * curand_normal_double(s));
}
template <class S>
__KC_FN float2 curand_log_normal2(S* s, float mean, float deviation) {
  float2 v = curand_normal2(s);
  return {expf(mean + deviation * v.x), expf(mean + deviation * v.y)};
}
template <class S>
__KC_FN double2 curand_log_normal2_double(S* s, double mean, double deviation) {
  double2 v = curand_normal2_double(s);
  return {exp(mean + deviation * v.x), exp(mean + deviation * v.y)};
}
// Knuth's product of uniforms; for large means the rounded normal approximation.
template <class S>
__KC_FN unsigned int curand_poisson(S* s, double lambda) {
  if (lambda > 64) {
    double x = lambda + sqrt(lambda) * curand_normal_double(s) + 0.5;
    return x < 0 ? 0 : (unsigned int)x;
  }
  double limit = exp(-lambda), product = 1;
  unsigned int n = 0;
  while ((product *= curand_uniform_double(s)) > limit)
    ++n;
  return n;
}
__KC_FN float4 curand_uniform4(curandStatePhilox4_32_10* s) {
  uint4 r = curand4(s);
  return {__kc_uniform(r.x), __kc_uniform(r.y), __kc_uniform(r.z), __kc_uniform(r.w)};
}
__KC_FN double2 curand_uniform2_double(curandStatePhilox4_32_10* s) {
  uint4 r = curand4(s);
  return {__kc_uniform_double(r.x, r.y), __kc_uniform_double(r.z, r.w)};
}
__KC_FN float4 curand_normal4(curandStatePhilox4_32_10* s) {
  uint4 r = curand4(s);
  float2 a = __kc_box_muller(r.x, r.y), b = __kc_box_muller(r.z, r.w);
  return {a.x, a.y, b.x, b.y};
}
__KC_FN float4 curand_log_normal4(curandStatePhilox4_32_10* s, float mean, float deviation) {
  float4 v = curand_normal4(s);
  return {expf(mean + deviation * v.x), expf(mean + deviation * v.y), expf(mean + deviation * v.z),
          expf(mean + deviation * v.w)};
}
__KC_FN uint4 curand_poisson4(curandStatePhilox4_32_10* s, double lambda) {
  unsigned int a = curand_poisson(s, lambda), b = curand_poisson(s, lambda);
  unsigned int c = curand_poisson(s, lambda), d = curand_poisson(s, lambda);
  return make_uint4(a, b, c, d);
}
template <class S>
__KC_FN void skipahead(unsigned long long n, S* s) {
  for (unsigned long long i = 0; i < n; ++i)
    curand(s);
}
__KC_FN void skipahead(unsigned long long n, curandStatePhilox4_32_10* s) {
  unsigned long long position = s->STATE + n;
  __kc_advance(s->ctr, position / 4);
  s->STATE = position & 3;
  s->output = __kc_philox(s->ctr, s->key);
}

// Sobol's sequences by Gray code: one exclusive or with a direction for each number.
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
#define __KC_SOBOL(state, T, bits, directions)                                          \
  struct state {                                                                        \
    T i, x, c;                                                                          \
    T direction_vectors[bits];                                                          \
  };                                                                                    \
  typedef state state##_t;                                                              \
  __KC_DEV void curand_init(directions v, T scramble, T offset, state* s) {             \
    s->i = s->x = 0;                                                                    \
    s->c = scramble;                                                                    \
    for (int k = 0; k < bits; ++k) {                                                    \
      s->direction_vectors[k] = v[k];                                                   \
      if ((offset ^ offset >> 1) >> k & 1) s->x ^= v[k];                                \
    }                                                                                   \
    s->i = offset;                                                                      \
  }                                                                                     \
  __KC_DEV void curand_init(directions v, T offset, state* s) {                         \
    curand_init(v, (T)0, offset, s);                                                    \
  }                                                                                     \
  __KC_DEV T curand(state* s) {                                                         \
    T r = s->x ^ s->c;                                                                  \
    s->x ^= s->direction_vectors[__ffsll((long long)(T)~s->i) - 1];                     \
    s->i++;                                                                             \
    return r;                                                                           \
  }                                                                                     \
  __KC_DEV float curand_uniform(state* s) {                                             \
    return (float)(curand(s) >> (bits - 32)) * 2.3283064e-10f + 1.1641532e-10f;         \
  }                                                                                     \
  __KC_DEV double curand_uniform_double(state* s) {                                     \
    return (double)(curand(s) >> (bits - 32)) * 2.3283064365386963e-10 + 1.1641532e-10; \
  }                                                                                     \
  __KC_DEV float curand_normal(state* s) {                                              \
    return normcdfinvf(curand_uniform(s));                                              \
  }                                                                                     \
  __KC_DEV double curand_normal_double(state* s) {                                      \
    return normcdfinv(curand_uniform_double(s));                                        \
  }
__KC_SOBOL(curandStateSobol32, unsigned int, 32, curandDirectionVectors32_t)
__KC_SOBOL(curandStateScrambledSobol32, unsigned int, 32, curandDirectionVectors32_t)
__KC_SOBOL(curandStateSobol64, unsigned long long, 64, curandDirectionVectors64_t)
__KC_SOBOL(curandStateScrambledSobol64, unsigned long long, 64, curandDirectionVectors64_t)
#undef __KC_SOBOL
