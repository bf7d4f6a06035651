// Texture and surface functions, as ordinary loads and stores of the texel, so that their traffic
// counts. An object is the address of its texels. How wide the texture is, the object does not say:
// rows and slices lie a fixed distance apart, further than any row is long, which leaves the lines
// that are touched as many as they are. Filters read the texel that the coordinates name. The low
// five bits of an object are the binary logarithm of its width where coordinates are normalised.
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

#define __KC_TEXTURE_ORIGIN (1ll << 27)  // room for coordinates below zero
#define __KC_TEXTURE_ROW 1053312ll       // of two dimensions; no power of two, as real pitches
#define __KC_TEXTURE_SHORT_ROW 70272ll   // of three, and of layers
#define __KC_TEXTURE_SLICE 143922304ll

__KC_DEV unsigned long long __kc_texels(unsigned long long object) {
  return object & ~31ull;
}
// A normalised coordinate is scaled in its exponent: this is the texture unit's work and no
// operation of the program.
__KC_DEV int __kc_texel_index(unsigned long long object, float c) {
  int bits = __builtin_bit_cast(int, c) + ((int)(object & 31) << 23);
  return __nvvm_f2i_rm(__builtin_bit_cast(float, bits));
}
__KC_DEV unsigned long long __kc_place(unsigned long long object, int x, int bytes) {
  return __kc_texels(object) + (long long)x * bytes;
}
__KC_DEV unsigned long long __kc_place(unsigned long long object, int x, int y, int bytes) {
  return __kc_place(object, x, bytes) + (__KC_TEXTURE_ORIGIN + y * __KC_TEXTURE_ROW);
}
__KC_DEV unsigned long long __kc_place(unsigned long long object, int x, int y, int z, int bytes) {
  return __kc_place(object, x, bytes) +
         (__KC_TEXTURE_ORIGIN + y * __KC_TEXTURE_SHORT_ROW + z * __KC_TEXTURE_SLICE);
}

// Bits by the size of a texel.
template <int bytes>
struct __kc_bits {
  typedef unsigned char type;
};
template <>
struct __kc_bits<2> {
  typedef unsigned short type;
};
template <>
struct __kc_bits<4> {
  typedef unsigned int type;
};
template <>
struct __kc_bits<8> {
  typedef unsigned int type __attribute__((ext_vector_type(2)));
};
template <>
struct __kc_bits<16> {
  typedef unsigned int type __attribute__((ext_vector_type(4)));
};
#define __KC_LDG(T, builtin)        \
  __KC_DEV T __kc_ldg(const T* p) { \
    return builtin(p);              \
  }
__KC_LDG(unsigned char, __nvvm_ldg_uc)
__KC_LDG(unsigned short, __nvvm_ldg_us)
__KC_LDG(unsigned int, __nvvm_ldg_ui)
__KC_LDG(__kc_bits<8>::type, __nvvm_ldg_ui2)
__KC_LDG(__kc_bits<16>::type, __nvvm_ldg_ui4)
#undef __KC_LDG
template <class T>
__KC_DEV T __kc_texel(unsigned long long place) {
  typedef typename __kc_bits<sizeof(T)>::type Bits;
  return __builtin_bit_cast(T, __kc_ldg((const Bits*)place));
}

#define __KC_FETCH(fn, parameters, arguments, ...)                      \
  template <class T>                                                    \
  __KC_DEV T fn(cudaTextureObject_t tex, __KC_UNPACK parameters) {      \
    return __kc_texel<T>(__kc_place(tex, __VA_ARGS__, (int)sizeof(T))); \
  }                                                                     \
  template <class T>                                                    \
  __KC_DEV void fn(T* r, cudaTextureObject_t tex, __KC_UNPACK parameters) { \
    *r = fn<T>(tex, __KC_UNPACK arguments);                             \
  }
#define __KC_UNPACK(...) __VA_ARGS__
#define __KC_AT(c) __kc_texel_index(tex, c)
__KC_FETCH(tex1Dfetch, (int x), (x), x)
__KC_FETCH(tex1D, (float x), (x), __KC_AT(x))
__KC_FETCH(tex2D, (float x, float y), (x, y), __KC_AT(x), __KC_AT(y))
__KC_FETCH(tex3D, (float x, float y, float z), (x, y, z), __KC_AT(x), __KC_AT(y), __KC_AT(z))
__KC_FETCH(tex1DLayered, (float x, int layer), (x, layer), __KC_AT(x), layer)
__KC_FETCH(tex2DLayered, (float x, float y, int layer), (x, y, layer), __KC_AT(x), __KC_AT(y),
           layer)
__KC_FETCH(tex1DLod, (float x, float level), (x, level), __KC_AT(x))
__KC_FETCH(tex2DLod, (float x, float y, float level), (x, y, level), __KC_AT(x), __KC_AT(y))
__KC_FETCH(tex3DLod, (float x, float y, float z, float level), (x, y, z, level), __KC_AT(x),
           __KC_AT(y), __KC_AT(z))
__KC_FETCH(tex1DLayeredLod, (float x, int layer, float level), (x, layer, level), __KC_AT(x), layer)
__KC_FETCH(tex2DLayeredLod, (float x, float y, int layer, float level), (x, y, layer, level),
           __KC_AT(x), __KC_AT(y), layer)
__KC_FETCH(tex1DGrad, (float x, float dx, float dy), (x, dx, dy), __KC_AT(x))
__KC_FETCH(tex2DGrad, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy), __KC_AT(x),
           __KC_AT(y))
__KC_FETCH(tex3DGrad, (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy),
           __KC_AT(x), __KC_AT(y), __KC_AT(z))
#undef __KC_AT
// A direction: as far as it goes along two of the axes, 256 texels wide.
#define __KC_AT(c) __kc_texel_index(8, c)
__KC_FETCH(texCubemap, (float x, float y, float z), (x, y, z), __KC_AT(x), __KC_AT(y), (int)z)
__KC_FETCH(texCubemapLod, (float x, float y, float z, float level), (x, y, z, level), __KC_AT(x),
           __KC_AT(y), (int)z)
__KC_FETCH(texCubemapLayered, (float x, float y, float z, int layer), (x, y, z, layer), __KC_AT(x),
           __KC_AT(y), layer)
#undef __KC_AT
#undef __KC_FETCH
// One component of four neighbours: they are read together.
template <class T>
__KC_DEV T tex2Dgather(cudaTextureObject_t tex, float x, float y, int = 0) {
  typedef decltype(T().x) S;
  int column = __kc_texel_index(tex, x), row = __kc_texel_index(tex, y);
  T r;
  r.x = __kc_texel<S>(__kc_place(tex, column, row + 1, (int)sizeof(S)));
  r.y = __kc_texel<S>(__kc_place(tex, column + 1, row + 1, (int)sizeof(S)));
  r.z = __kc_texel<S>(__kc_place(tex, column + 1, row, (int)sizeof(S)));
  r.w = __kc_texel<S>(__kc_place(tex, column, row, (int)sizeof(S)));
  return r;
}

// Surfaces: x counts bytes, as in CUDA.
#define __KC_MODE cudaSurfaceBoundaryMode = cudaBoundaryModeTrap
#define __KC_SURFACE(dim, parameters, ...)                                                       \
  template <class T>                                                                             \
  __KC_DEV T surf##dim##read(cudaSurfaceObject_t surface, __KC_UNPACK parameters, __KC_MODE) {   \
    typedef typename __kc_bits<sizeof(T)>::type Bits;                                            \
    return __builtin_bit_cast(                                                                   \
        T, *(const Bits __attribute__((address_space(1)))*)__kc_place(surface, __VA_ARGS__, 1)); \
  }                                                                                              \
  template <class T>                                                                             \
  __KC_DEV void surf##dim##read(T* r, cudaSurfaceObject_t surface, __KC_UNPACK parameters,       \
                                __KC_MODE) {                                                     \
    *r = surf##dim##read<T>(surface, __VA_ARGS__);                                               \
  }                                                                                              \
  template <class T>                                                                             \
  __KC_DEV void surf##dim##write(T v, cudaSurfaceObject_t surface, __KC_UNPACK parameters,       \
                                 __KC_MODE) {                                                    \
    typedef typename __kc_bits<sizeof(T)>::type Bits;                                            \
    *(Bits __attribute__((address_space(1)))*)__kc_place(surface, __VA_ARGS__, 1) =              \
        __builtin_bit_cast(Bits, v);                                                             \
  }
__KC_SURFACE(1D, (int x), x)
__KC_SURFACE(2D, (int x, int y), x, y)
__KC_SURFACE(3D, (int x, int y, int z), x, y, z)
__KC_SURFACE(1DLayered, (int x, int layer), x, layer)
__KC_SURFACE(2DLayered, (int x, int y, int layer), x, y, layer)
__KC_SURFACE(Cubemap, (int x, int y, int face), x, y, face)
__KC_SURFACE(CubemapLayered, (int x, int y, int layer), x, y, layer)
#undef __KC_SURFACE
#undef __KC_MODE
