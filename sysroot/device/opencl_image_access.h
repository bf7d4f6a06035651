// The memory behind OpenCL's images, one inline function per shape and type. An image is the
// address of its texels, so that what it reads counts as traffic; a sampler changes nothing.
#pragma once

#include "opencl_types.h"

namespace image {

// The index of an array layer is an integer; a floating-point one is rounded to the nearest layer.
KC_API inline uint layer(int a) {
  return (uint)a;
}
KC_API inline uint layer(float a) {
  return __nvvm_f2ui_rn(a);
}

// Where a texel lies, as in kcast_texture.h: rows and slices a fixed distance apart, further than
// any row is long. A texel counts as 4 bytes, because the kernel does not say what the image holds.
#define KC_ORIGIN (1l << 27)
#define KC_ROW 1053312l
#define KC_SHORT_ROW 70272l
#define KC_SLICE 143922304l

KC_API inline int at(int c) {
  return c;
}
KC_API inline int at(float c) {
  return __nvvm_f2i_rm(c);
}
KC_API inline ulong place_1d(ulong handle, int x) {
  return handle + (long)x * 4;
}
KC_API inline ulong place_2d(ulong handle, int x, int y) {
  return place_1d(handle, x) + (KC_ORIGIN + y * KC_ROW);
}
KC_API inline ulong place_3d(ulong handle, int x, int y, int z) {
  return place_1d(handle, x) + (KC_ORIGIN + y * KC_SHORT_ROW + z * KC_SLICE);
}
#define KC_PLACE(shape, C, ...)                          \
  KC_API inline ulong texel_##shape(ulong handle, C c) { \
    return __VA_ARGS__;                                  \
  }
KC_PLACE(1d, int, place_1d(handle, c))
KC_PLACE(1d, float, place_1d(handle, at(c)))
KC_PLACE(2d, int2, place_2d(handle, c.x, c.y))
KC_PLACE(2d, float2, place_2d(handle, at(c.x), at(c.y)))
KC_PLACE(3d, int4, place_3d(handle, c.x, c.y, c.z))
KC_PLACE(3d, float4, place_3d(handle, at(c.x), at(c.y), at(c.z)))
KC_PLACE(a1d, int2, place_2d(handle, c.x, (int)layer(c.y)))
KC_PLACE(a1d, float2, place_2d(handle, at(c.x), (int)layer(c.y)))
KC_PLACE(a2d, int4, place_3d(handle, c.x, c.y, (int)layer(c.z)))
KC_PLACE(a2d, float4, place_3d(handle, at(c.x), at(c.y), (int)layer(c.z)))
KC_PLACE(2dms, int4, place_3d(handle, c.x, c.y, c.w))
KC_PLACE(a2dms, int4, place_3d(handle, c.x, c.y, (int)layer(c.z)))

// fetch_<shape>_<type> by coordinates, level_ for mip-mapped reads by level, gradient_ by the
// gradients of the coordinates: a texture unit does the rest of what they say.
#define KC_READ_AS(V, T, type, shape, C, G)                                           \
  KC_API inline V fetch_##shape##_##type(ulong handle, C c) {                         \
    return (V)(__builtin_astype(*(const __global uint*)texel_##shape(handle, c), T)); \
  }
#define KC_LEVEL_AS(V, T, type, shape, C, G)                           \
  KC_API inline V level_##shape##_##type(ulong handle, C c, float) {   \
    return fetch_##shape##_##type(handle, c);                          \
  }                                                                    \
  KC_API inline V gradient_##shape##_##type(ulong handle, C c, G, G) { \
    return fetch_##shape##_##type(handle, c);                          \
  }
#define KC_TYPES(define, shape, C, G)                                         \
  define(float4, float, f32, shape, C, G) define(int4, int, s32, shape, C, G) \
      define(uint4, uint, u32, shape, C, G)
KC_TYPES(KC_READ_AS, 1d, int, int)
KC_TYPES(KC_READ_AS, 1d, float, int)
KC_TYPES(KC_READ_AS, 2d, int2, int)
KC_TYPES(KC_READ_AS, 2d, float2, int)
KC_TYPES(KC_READ_AS, 3d, int4, int)
KC_TYPES(KC_READ_AS, 3d, float4, int)
KC_TYPES(KC_READ_AS, a1d, int2, int)
KC_TYPES(KC_READ_AS, a1d, float2, int)
KC_TYPES(KC_READ_AS, a2d, int4, int)
KC_TYPES(KC_READ_AS, a2d, float4, int)
KC_TYPES(KC_READ_AS, 2dms, int4, int)
KC_TYPES(KC_READ_AS, a2dms, int4, int)
KC_TYPES(KC_LEVEL_AS, 1d, float, float)
KC_TYPES(KC_LEVEL_AS, 2d, float2, float2)
KC_TYPES(KC_LEVEL_AS, 3d, float4, float4)
KC_TYPES(KC_LEVEL_AS, a1d, float2, float)
KC_TYPES(KC_LEVEL_AS, a2d, float4, float2)

// Images that are written.
#define KC_SURFACE(shape, C)                                         \
  KC_API inline uint4 load_##shape(ulong handle, C c) {              \
    return fetch_##shape##_u32(handle, c);                           \
  }                                                                  \
  KC_API inline void store_##shape(ulong handle, C c, uint4 value) { \
    *(__global uint*)texel_##shape(handle, c) = value.x;             \
  }
KC_SURFACE(1d, int)
KC_SURFACE(2d, int2)
KC_SURFACE(3d, int4)
KC_SURFACE(a1d, int2)
KC_SURFACE(a2d, int4)

// KC_QUERY defines texture_<what> and surface_<what>.
#define KC_QUERY_ONE(what, instruction, kind)                                    \
  KC_API inline int kind##_##what(ulong handle) {                                \
    int value;                                                                   \
    __asm__(instruction "." #what ".b32 %0, [%1];" : "=r"(value) : "l"(handle)); \
    return value;                                                                \
  }
#define KC_QUERY(what) KC_QUERY_ONE(what, "txq", texture) KC_QUERY_ONE(what, "suq", surface)
KC_QUERY(width)
KC_QUERY(height)
KC_QUERY(depth)
KC_QUERY(channel_data_type)
KC_QUERY(channel_order)
KC_QUERY(array_size)
KC_QUERY_ONE(num_mipmap_levels, "txq", texture)
KC_QUERY_ONE(num_samples, "txq", texture)

}  // namespace image
