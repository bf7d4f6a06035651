// Texture and surface instructions behind OpenCL's images, one inline function per shape and type.
// An image is its 64-bit handle; the state of the sampler is taken to be part of the texture, as in
// unified texturing.
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

// KC_FETCH defines fetch_<shape>_<type> for one coordinate type. The operands after the four
// results and the handle start at %5.
#define KC_FETCH_AS(V, T, type, out, shape, C, space, pattern, ...)                               \
  KC_API inline V fetch_##shape##_##type(ulong handle, C c) {                                     \
    T x, y, z, w;                                                                                 \
    __asm__ volatile("tex." #shape ".v4." #type "." space " {%0, %1, %2, %3}, [%4, " pattern "];" \
                     : out(x), out(y), out(z), out(w)                                             \
                     : "l"(handle), __VA_ARGS__);                                                 \
    return (V)(x, y, z, w);                                                                       \
  }
#define KC_FETCH(shape, C, space, pattern, ...)                                \
  KC_FETCH_AS(float4, float, f32, "=f", shape, C, space, pattern, __VA_ARGS__) \
  KC_FETCH_AS(int4, int, s32, "=r", shape, C, space, pattern, __VA_ARGS__)     \
  KC_FETCH_AS(uint4, uint, u32, "=r", shape, C, space, pattern, __VA_ARGS__)
KC_FETCH(1d, int, "s32", "{%5}", "r"(c))
KC_FETCH(1d, float, "f32", "{%5}", "f"(c))
KC_FETCH(2d, int2, "s32", "{%5, %6}", "r"(c.x), "r"(c.y))
KC_FETCH(2d, float2, "f32", "{%5, %6}", "f"(c.x), "f"(c.y))
KC_FETCH(3d, int4, "s32", "{%5, %6, %7, %7}", "r"(c.x), "r"(c.y), "r"(c.z))
KC_FETCH(3d, float4, "f32", "{%5, %6, %7, %7}", "f"(c.x), "f"(c.y), "f"(c.z))
KC_FETCH(a1d, int2, "s32", "{%6, %5}", "r"(c.x), "r"(layer(c.y)))
KC_FETCH(a1d, float2, "f32", "{%6, %5}", "f"(c.x), "r"(layer(c.y)))
KC_FETCH(a2d, int4, "s32", "{%7, %5, %6, %6}", "r"(c.x), "r"(c.y), "r"(layer(c.z)))
KC_FETCH(a2d, float4, "f32", "{%7, %5, %6, %6}", "f"(c.x), "f"(c.y), "r"(layer(c.z)))

// Multi-sample images are read with a sample number, which comes first among the coordinates: here
// c.w.
KC_FETCH(2dms, int4, "s32", "{%7, %5, %6, %6}", "r"(c.x), "r"(c.y), "r"(c.w))
KC_FETCH(a2dms, int4, "s32", "{%8, %7, %5, %6}", "r"(c.x), "r"(c.y), "r"(layer(c.z)), "r"(c.w))

// Mip-mapped reads by level, and by the gradients of the coordinates.
#define KC_LEVEL_AS(V, T, type, out, shape, C, pattern, ...)                                 \
  KC_API inline V level_##shape##_##type(ulong handle, C c, float lod) {                     \
    T x, y, z, w;                                                                            \
    __asm__ volatile("tex.level." #shape ".v4." #type ".f32 {%0, %1, %2, %3}, [%4, " pattern \
                     "], %5;"                                                                \
                     : out(x), out(y), out(z), out(w)                                        \
                     : "l"(handle), "f"(lod), __VA_ARGS__);                                  \
    return (V)(x, y, z, w);                                                                  \
  }
#define KC_GRADIENT_AS(V, T, type, out, shape, C, G, pattern, ...)                              \
  KC_API inline V gradient_##shape##_##type(ulong handle, C c, G dx, G dy) {                    \
    T x, y, z, w;                                                                               \
    __asm__ volatile("tex.grad." #shape ".v4." #type ".f32 {%0, %1, %2, %3}, [%4, " pattern ";" \
                     : out(x), out(y), out(z), out(w)                                           \
                     : "l"(handle), __VA_ARGS__);                                               \
    return (V)(x, y, z, w);                                                                     \
  }
#define KC_LEVEL(shape, C, pattern, ...)                                \
  KC_LEVEL_AS(float4, float, f32, "=f", shape, C, pattern, __VA_ARGS__) \
  KC_LEVEL_AS(int4, int, s32, "=r", shape, C, pattern, __VA_ARGS__)     \
  KC_LEVEL_AS(uint4, uint, u32, "=r", shape, C, pattern, __VA_ARGS__)
#define KC_GRADIENT(shape, C, G, pattern, ...)                                \
  KC_GRADIENT_AS(float4, float, f32, "=f", shape, C, G, pattern, __VA_ARGS__) \
  KC_GRADIENT_AS(int4, int, s32, "=r", shape, C, G, pattern, __VA_ARGS__)     \
  KC_GRADIENT_AS(uint4, uint, u32, "=r", shape, C, G, pattern, __VA_ARGS__)
KC_LEVEL(1d, float, "{%6}", "f"(c))
KC_LEVEL(2d, float2, "{%6, %7}", "f"(c.x), "f"(c.y))
KC_LEVEL(3d, float4, "{%6, %7, %8, %8}", "f"(c.x), "f"(c.y), "f"(c.z))
KC_LEVEL(a1d, float2, "{%7, %6}", "f"(c.x), "r"(layer(c.y)))
KC_LEVEL(a2d, float4, "{%8, %6, %7, %7}", "f"(c.x), "f"(c.y), "r"(layer(c.z)))
KC_GRADIENT(1d, float, float, "{%5}], {%6}, {%7}", "f"(c), "f"(dx), "f"(dy))
KC_GRADIENT(2d, float2, float2, "{%5, %6}], {%7, %8}, {%9, %10}", "f"(c.x), "f"(c.y), "f"(dx.x),
            "f"(dx.y), "f"(dy.x), "f"(dy.y))
KC_GRADIENT(3d, float4, float4, "{%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13}",
            "f"(c.x), "f"(c.y), "f"(c.z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y),
            "f"(dy.z))
KC_GRADIENT(a1d, float2, float, "{%6, %5}], {%7}, {%8}", "f"(c.x), "r"(layer(c.y)), "f"(dx),
            "f"(dy))
KC_GRADIENT(a2d, float4, float2, "{%7, %5, %6, %6}], {%8, %9}, {%10, %11}", "f"(c.x), "f"(c.y),
            "r"(layer(c.z)), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y))

// Surfaces: a load takes a byte offset in x and reads four 32-bit channels, a store converts to the
// image's format.
#define KC_SURFACE(shape, C, pattern_load, pattern_store, ...)                                  \
  KC_API inline uint4 load_##shape(ulong handle, C c) {                                         \
    uint x, y, z, w;                                                                            \
    __asm__ volatile("suld.b." #shape ".v4.b32.trap {%0, %1, %2, %3}, [%4, " pattern_load "];"  \
                     : "=r"(x), "=r"(y), "=r"(z), "=r"(w)                                       \
                     : "l"(handle), __VA_ARGS__);                                               \
    return (uint4)(x, y, z, w);                                                                 \
  }                                                                                             \
  KC_API inline void store_##shape(ulong handle, C c, uint4 value) {                            \
    __asm__ volatile("sust.p." #shape ".v4.b32.trap [%4, " pattern_store "], {%0, %1, %2, %3};" \
                     :                                                                          \
                     : "r"(value.x), "r"(value.y), "r"(value.z), "r"(value.w), "l"(handle),     \
                       __VA_ARGS__                                                              \
                     : "memory");                                                               \
  }
KC_SURFACE(1d, int, "{%5}", "{%6}", "r"(c * 16), "r"(c))
KC_SURFACE(2d, int2, "{%5, %7}", "{%6, %7}", "r"(c.x * 16), "r"(c.x), "r"(c.y))
KC_SURFACE(3d, int4, "{%5, %7, %8, %8}", "{%6, %7, %8, %8}", "r"(c.x * 16), "r"(c.x), "r"(c.y),
           "r"(c.z))
KC_SURFACE(a1d, int2, "{%7, %5}", "{%7, %6}", "r"(c.x * 16), "r"(c.x), "r"(c.y))
KC_SURFACE(a2d, int4, "{%8, %5, %7, %7}", "{%8, %6, %7, %7}", "r"(c.x * 16), "r"(c.x), "r"(c.y),
           "r"(c.z))

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
