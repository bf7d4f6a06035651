// Texture references, which CUDA 12 removed and older programs still use.
#pragma once

struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
};
enum {
  cudaTextureType1D = 1,
  cudaTextureType2D = 2,
  cudaTextureType3D = 3,
  cudaTextureTypeCubemap = 0x0c,
  cudaTextureType1DLayered = 0xf1,
  cudaTextureType2DLayered = 0xf2,
  cudaSurfaceType1D = 1,
  cudaSurfaceType2D = 2,
  cudaSurfaceType3D = 3
};
template <class T, int Type = 1, cudaTextureReadMode Mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {
  __attribute__((host)) texture(int = 0, cudaTextureFilterMode = cudaFilterModePoint,
                                cudaTextureAddressMode = cudaAddressModeClamp) {}
};

// A texture whose mode is normalised gives floats.
template <class T, cudaTextureReadMode Mode>
struct __kc_read_as {
  typedef T type;
};
#define __KC_NORMALISED(T, F)                           \
  template <>                                           \
  struct __kc_read_as<T, cudaReadModeNormalizedFloat> { \
    typedef F type;                                     \
  };
__KC_NORMALISED(unsigned char, float)
__KC_NORMALISED(signed char, float) __KC_NORMALISED(unsigned short, float)
    __KC_NORMALISED(short, float) __KC_NORMALISED(uchar2, float2) __KC_NORMALISED(uchar4, float4)
        __KC_NORMALISED(char4, float4) __KC_NORMALISED(ushort4, float4)
#undef __KC_NORMALISED

            template <class R>
            __KC_DEV cudaTextureObject_t __kc_texture_object(R reference) {
  cudaTextureObject_t object;
  asm("mov.b64 %0, %1;" : "=l"(object) : "l"(reference));
  return object;
}
#define __KC_REFERENCE(fn, parameters, ...)                                            \
  template <class T, cudaTextureReadMode M>                                            \
  __KC_DEV typename __kc_read_as<T, M>::type fn parameters {                           \
    return fn<typename __kc_read_as<T, M>::type>(__kc_texture_object(t), __VA_ARGS__); \
  }
__KC_REFERENCE(tex1Dfetch, (texture<T, 1, M> t, int x), x)
__KC_REFERENCE(tex1D, (texture<T, 1, M> t, float x), x)
__KC_REFERENCE(tex2D, (texture<T, 2, M> t, float x, float y), x, y)
__KC_REFERENCE(tex3D, (texture<T, 3, M> t, float x, float y, float z), x, y, z)
__KC_REFERENCE(tex1DLayered, (texture<T, 0xf1, M> t, float x, int layer), x, layer)
__KC_REFERENCE(tex2DLayered, (texture<T, 0xf2, M> t, float x, float y, int layer), x, y, layer)
__KC_REFERENCE(texCubemap, (texture<T, 0x0c, M> t, float x, float y, float z), x, y, z)
__KC_REFERENCE(tex2DLod, (texture<T, 2, M> t, float x, float y, float level), x, y, level)
__KC_REFERENCE(tex3DLod, (texture<T, 3, M> t, float x, float y, float z, float level), x, y, z,
               level)
#undef __KC_REFERENCE

struct surfaceReference {
  cudaChannelFormatDesc channelDesc;
};
template <class T, int Type = 1>
struct __attribute__((device_builtin_surface_type)) surface;
template <int Type>
struct __attribute__((device_builtin_surface_type)) surface<void, Type> : surfaceReference {
  __attribute__((host)) surface() {}
};
#define __KC_MODE cudaSurfaceBoundaryMode = cudaBoundaryModeTrap
#define __KC_REFERENCE(dim, n, parameters, ...)                                          \
  template <class T>                                                                     \
  __KC_DEV T surf##dim##read(surface<void, n> s, __KC_UNPACK parameters, __KC_MODE) {    \
    return surf##dim##read<T>(__kc_texture_object(s), __VA_ARGS__);                      \
  }                                                                                      \
  template <class T>                                                                     \
  __KC_DEV void surf##dim##read(T* r, surface<void, n> s, __KC_UNPACK parameters,        \
                                __KC_MODE) {                                             \
    *r = surf##dim##read<T>(__kc_texture_object(s), __VA_ARGS__);                        \
  }                                                                                      \
  template <class T>                                                                     \
  __KC_DEV void surf##dim##write(T v, surface<void, n> s, __KC_UNPACK parameters,        \
                                 __KC_MODE) {                                            \
    surf##dim##write<T>(v, __kc_texture_object(s), __VA_ARGS__);                         \
  }
__KC_REFERENCE(1D, 1, (int x), x)
__KC_REFERENCE(2D, 2, (int x, int y), x, y)
__KC_REFERENCE(3D, 3, (int x, int y, int z), x, y, z)
#undef __KC_REFERENCE
#undef __KC_MODE
