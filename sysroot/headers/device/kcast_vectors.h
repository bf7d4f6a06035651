// Vector types as plain structs with CUDA's alignments. User code takes the address of members,
// initialises them with braces and overloads operators on them, which Clang's own vector types
// refuse; vector_access.h says how they come to be loaded and stored as nvcc does it.
#pragma once

struct uint3;
struct dim3;

#define __KC_VECTOR(T, name, a2, a4)                             \
  struct name##1 {                                               \
    T x;                                                         \
  };                                                             \
  struct __attribute__((aligned(a2))) name##2 {                  \
    T x, y;                                                      \
  };                                                             \
  struct name##3 {                                               \
    T x, y, z;                                                   \
  };                                                             \
  struct __attribute__((aligned(a4))) name##4 {                  \
    T x, y, z, w;                                                \
  };                                                             \
  __KC_FN constexpr name##1 make_##name##1(T x) {                \
    return {x};                                                  \
  }                                                              \
  __KC_FN constexpr name##2 make_##name##2(T x, T y) {           \
    return {x, y};                                               \
  }                                                              \
  __KC_FN constexpr name##3 make_##name##3(T x, T y, T z) {      \
    return {x, y, z};                                            \
  }                                                              \
  __KC_FN constexpr name##4 make_##name##4(T x, T y, T z, T w) { \
    return {x, y, z, w};                                         \
  }

__KC_VECTOR(signed char, char, 2, 4)
__KC_VECTOR(unsigned char, uchar, 2, 4)
__KC_VECTOR(short, short, 4, 8)
__KC_VECTOR(unsigned short, ushort, 4, 8)
__KC_VECTOR(int, int, 8, 16)
__KC_VECTOR(unsigned int, uint, 8, 16)
__KC_VECTOR(long, long, 16, 16)
__KC_VECTOR(unsigned long, ulong, 16, 16)
__KC_VECTOR(long long, longlong, 16, 16)
__KC_VECTOR(unsigned long long, ulonglong, 16, 16)
__KC_VECTOR(float, float, 8, 16)
__KC_VECTOR(double, double, 16, 16)
#undef __KC_VECTOR

typedef double4 double4_16a;
typedef long4 long4_16a;
typedef ulong4 ulong4_16a;
typedef longlong4 longlong4_16a;
typedef ulonglong4 ulonglong4_16a;

struct dim3 {
  unsigned int x, y, z;
  __attribute__((host, device)) constexpr dim3(unsigned int vx = 1, unsigned int vy = 1,
                                               unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __attribute__((host, device)) constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __attribute__((host, device)) constexpr operator uint3() const { return {x, y, z}; }
};
