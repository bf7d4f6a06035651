// Texture and surface functions. Coordinates go to the instruction as floats; integer results come
// back as they are, float results of any element type as f32.
#pragma once

#ifndef KCAST_TEXTURE_OBJECTS
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
#endif
enum cudaSurfaceBoundaryMode {
  cudaBoundaryModeZero = 0,
  cudaBoundaryModeClamp = 1,
  cudaBoundaryModeTrap = 2
};

// What a texture of element type T gives: its scalar, and how many components are kept.
template <class T>
struct __kc_texel {
  typedef T scalar;
  static constexpr int count = 1;
};
#define __KC_TEXEL(S, name)         \
  template <>                       \
  struct __kc_texel<name##1> {      \
    typedef S scalar;               \
    static constexpr int count = 1; \
  };                                \
  template <>                       \
  struct __kc_texel<name##2> {      \
    typedef S scalar;               \
    static constexpr int count = 2; \
  };                                \
  template <>                       \
  struct __kc_texel<name##4> {      \
    typedef S scalar;               \
    static constexpr int count = 4; \
  };
__KC_TEXEL(float, float)
__KC_TEXEL(int, int) __KC_TEXEL(unsigned int, uint) __KC_TEXEL(short, short)
    __KC_TEXEL(unsigned short, ushort) __KC_TEXEL(signed char, char)
        __KC_TEXEL(unsigned char, uchar)
#undef __KC_TEXEL

            template <class T, class V>
            __KC_DEV T __kc_texel_of(V v) {
  typedef typename __kc_texel<T>::scalar S;
  struct Texel {
    S s[__kc_texel<T>::count];
  };
  Texel t;
  t.s[0] = (S)v.x;
  if constexpr (__kc_texel<T>::count >= 2) t.s[1] = (S)v.y;
  if constexpr (__kc_texel<T>::count == 4) t.s[2] = (S)v.z, t.s[3] = (S)v.w;
  return __builtin_bit_cast(T, t);
}

#define __KC_FETCH(fn, parameters, before, after, coordinates, ...)          \
  template <class T>                                                         \
  __KC_DEV T fn parameters {                                                 \
    if constexpr (__is_same(typename __kc_texel<T>::scalar, float)) {        \
      float4 r;                                                              \
      asm(before ".v4.f32." after " {%0, %1, %2, %3}, [%4, " coordinates ";" \
          : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w)                       \
          : "l"(tex), __VA_ARGS__);                                          \
      return __kc_texel_of<T>(r);                                            \
    } else {                                                                 \
      uint4 r;                                                               \
      asm(before ".v4.u32." after " {%0, %1, %2, %3}, [%4, " coordinates ";" \
          : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w)                       \
          : "l"(tex), __VA_ARGS__);                                          \
      return __kc_texel_of<T>(r);                                            \
    }                                                                        \
  }
__KC_FETCH(tex1Dfetch, (cudaTextureObject_t tex, int x), "tex.1d", "s32", "{%5}]", "r"(x))
__KC_FETCH(tex1D, (cudaTextureObject_t tex, float x), "tex.1d", "f32", "{%5}]", "f"(x))
__KC_FETCH(tex2D, (cudaTextureObject_t tex, float x, float y), "tex.2d", "f32", "{%5, %6}]", "f"(x),
           "f"(y))
__KC_FETCH(tex3D, (cudaTextureObject_t tex, float x, float y, float z), "tex.3d", "f32",
           "{%5, %6, %7, %7}]", "f"(x), "f"(y), "f"(z))
__KC_FETCH(tex1DLayered, (cudaTextureObject_t tex, float x, int layer), "tex.a1d", "f32",
           "{%6, %5}]", "f"(x), "r"(layer))
__KC_FETCH(tex2DLayered, (cudaTextureObject_t tex, float x, float y, int layer), "tex.a2d", "f32",
           "{%7, %5, %6, %6}]", "f"(x), "f"(y), "r"(layer))
__KC_FETCH(texCubemap, (cudaTextureObject_t tex, float x, float y, float z), "tex.cube", "f32",
           "{%5, %6, %7, %7}]", "f"(x), "f"(y), "f"(z))
__KC_FETCH(tex1DLod, (cudaTextureObject_t tex, float x, float level), "tex.level.1d", "f32",
           "{%5}], %6", "f"(x), "f"(level))
__KC_FETCH(tex2DLod, (cudaTextureObject_t tex, float x, float y, float level), "tex.level.2d",
           "f32", "{%5, %6}], %7", "f"(x), "f"(y), "f"(level))
__KC_FETCH(tex3DLod, (cudaTextureObject_t tex, float x, float y, float z, float level),
           "tex.level.3d", "f32", "{%5, %6, %7, %7}], %8", "f"(x), "f"(y), "f"(z), "f"(level))
__KC_FETCH(tex2Dgather, (cudaTextureObject_t tex, float x, float y, int = 0), "tld4.r.2d", "f32",
           "{%5, %6}]", "f"(x), "f"(y))
#undef __KC_FETCH

// Surfaces: x counts bytes, as in CUDA.
#define __KC_SURFACE(dim, parameters, coordinates, c1, c4, ...)                         \
  template <class T>                                                                    \
  __KC_DEV T surf##dim##read parameters {                                               \
    if constexpr (sizeof(T) == 16) {                                                    \
      uint4 r;                                                                          \
      asm volatile("suld.b." coordinates ".v4.b32.trap {%0, %1, %2, %3}, [%4, " c4 "];" \
                   : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w)                         \
                   : "l"(surface), __VA_ARGS__);                                        \
      return __builtin_bit_cast(T, r);                                                  \
    } else if constexpr (sizeof(T) == 8) {                                              \
      unsigned long long r;                                                             \
      asm volatile("suld.b." coordinates ".b64.trap %0, [%1, " c1 "];"                  \
                   : "=l"(r)                                                            \
                   : "l"(surface), __VA_ARGS__);                                        \
      return __builtin_bit_cast(T, r);                                                  \
    } else if constexpr (sizeof(T) == 4) {                                              \
      unsigned int r;                                                                   \
      asm volatile("suld.b." coordinates ".b32.trap %0, [%1, " c1 "];"                  \
                   : "=r"(r)                                                            \
                   : "l"(surface), __VA_ARGS__);                                        \
      return __builtin_bit_cast(T, r);                                                  \
    } else {                                                                            \
      unsigned short r;                                                                 \
      if constexpr (sizeof(T) == 2)                                                     \
        asm volatile("suld.b." coordinates ".b16.trap %0, [%1, " c1 "];"                \
                     : "=h"(r)                                                          \
                     : "l"(surface), __VA_ARGS__);                                      \
      else                                                                              \
        asm volatile("suld.b." coordinates ".b8.trap %0, [%1, " c1 "];"                 \
                     : "=h"(r)                                                          \
                     : "l"(surface), __VA_ARGS__);                                      \
      struct Bytes {                                                                    \
        unsigned char b[sizeof(T)];                                                     \
      } bytes;                                                                          \
      for (unsigned i = 0; i < sizeof(T); ++i)                                          \
        bytes.b[i] = (unsigned char)(r >> 8 * i);                                       \
      return __builtin_bit_cast(T, bytes);                                              \
    }                                                                                   \
  }
#define __KC_MODE cudaSurfaceBoundaryMode = cudaBoundaryModeTrap
__KC_SURFACE(1D, (cudaSurfaceObject_t surface, int x, __KC_MODE), "1d", "{%2}", "{%5}", "r"(x))
__KC_SURFACE(2D, (cudaSurfaceObject_t surface, int x, int y, __KC_MODE), "2d", "{%2, %3}",
             "{%5, %6}", "r"(x), "r"(y))
__KC_SURFACE(3D, (cudaSurfaceObject_t surface, int x, int y, int z, __KC_MODE), "3d",
             "{%2, %3, %4, %4}", "{%5, %6, %7, %7}", "r"(x), "r"(y), "r"(z))
#undef __KC_SURFACE
#define __KC_SURFACE(dim, parameters, names, coordinates, c, ...)                         \
  template <class T>                                                                      \
  __KC_DEV void surf##dim##read(T* r, cudaSurfaceObject_t surface parameters) {           \
    *r = surf##dim##read<T>(surface names);                                               \
  }                                                                                       \
  template <class T>                                                                      \
  __KC_DEV void surf##dim##write(T v, cudaSurfaceObject_t surface parameters) {           \
    if constexpr (sizeof(T) == 16) {                                                      \
      uint4 w = __builtin_bit_cast(uint4, v);                                             \
      asm volatile("sust.b." coordinates ".v4.b32.trap [%4, " c "], {%0, %1, %2, %3};"    \
                   :                                                                      \
                   : "r"(w.x), "r"(w.y), "r"(w.z), "r"(w.w), "l"(surface), __VA_ARGS__);  \
    } else if constexpr (sizeof(T) == 8) {                                                \
      uint2 w = __builtin_bit_cast(uint2, v);                                             \
      asm volatile("sust.b." coordinates ".v2.b32.trap [%4, " c "], {%0, %1};"            \
                   :                                                                      \
                   : "r"(w.x), "r"(w.y), "r"(0), "r"(0), "l"(surface), __VA_ARGS__);      \
    } else {                                                                              \
      unsigned int w = 0;                                                                 \
      __builtin_memcpy(&w, &v, sizeof(T));                                                \
      if constexpr (sizeof(T) == 4)                                                       \
        asm volatile("sust.b." coordinates ".b32.trap [%4, " c "], %0;"                   \
                     :                                                                    \
                     : "r"(w), "r"(0), "r"(0), "r"(0), "l"(surface), __VA_ARGS__);        \
      else if constexpr (sizeof(T) == 2)                                                  \
        asm volatile("sust.b." coordinates ".b16.trap [%4, " c "], %0;"                   \
                     :                                                                    \
                     : "h"((short)w), "r"(0), "r"(0), "r"(0), "l"(surface), __VA_ARGS__); \
      else                                                                                \
        asm volatile("sust.b." coordinates ".b8.trap [%4, " c "], %0;"                    \
                     :                                                                    \
                     : "h"((short)w), "r"(0), "r"(0), "r"(0), "l"(surface), __VA_ARGS__); \
    }                                                                                     \
  }
#define __KC_COMMA ,
__KC_SURFACE(1D, __KC_COMMA int x __KC_COMMA __KC_MODE, __KC_COMMA x, "1d", "{%5}", "r"(x))
__KC_SURFACE(2D, __KC_COMMA int x __KC_COMMA int y __KC_COMMA __KC_MODE, __KC_COMMA x __KC_COMMA y,
             "2d", "{%5, %6}", "r"(x), "r"(y))
__KC_SURFACE(3D, __KC_COMMA int x __KC_COMMA int y __KC_COMMA int z __KC_COMMA __KC_MODE,
             __KC_COMMA x __KC_COMMA y __KC_COMMA z, "3d", "{%5, %6, %7, %7}", "r"(x), "r"(y),
             "r"(z))
#undef __KC_COMMA
#undef __KC_SURFACE
#undef __KC_MODE
