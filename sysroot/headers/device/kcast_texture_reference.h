// Texture references, which CUDA 12 removed and older programs still use.
#pragma once

struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
};
enum { cudaTextureType1D = 1, cudaTextureType2D = 2, cudaTextureType3D = 3 };
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
#undef __KC_REFERENCE
