// OpenCL's image functions. C++ for OpenCL, for the sake of the image types.
#include "opencl_image_access.h"

#define KC_HANDLE(value) __builtin_astype(value, ulong)

// Bits of the four channels that a surface load or store moves.
KC_API inline float4 as_channels_f32(uint4 bits) {
  return __builtin_astype(bits, float4);
}
KC_API inline int4 as_channels_s32(uint4 bits) {
  return __builtin_astype(bits, int4);
}
KC_API inline uint4 as_channels_u32(uint4 bits) {
  return bits;
}
KC_API inline half4 narrowed(float4 a) {
  return __builtin_convertvector(a, half4);
}

#define KC_MIPMAP(ACCESS, IMAGE, shape, CF, G, V, name, type, part)        \
  KC_API V name(ACCESS IMAGE i, sampler_t, CF c, float lod) {              \
    return image::level_##shape##_##type(KC_HANDLE(i), c, lod) part;       \
  }                                                                        \
  KC_API V name(ACCESS IMAGE i, sampler_t, CF c, G dx, G dy) {             \
    return image::gradient_##shape##_##type(KC_HANDLE(i), c, dx, dy) part; \
  }
#define KC_READ(IMAGE, shape, CI, CF, G, V, name, type, part)             \
  KC_API V name(read_only IMAGE i, sampler_t, CF c) {                     \
    return image::fetch_##shape##_##type(KC_HANDLE(i), c) part;           \
  }                                                                       \
  KC_API V name(read_only IMAGE i, sampler_t, CI c) {                     \
    return image::fetch_##shape##_##type(KC_HANDLE(i), c) part;           \
  }                                                                       \
  KC_API V name(read_only IMAGE i, CI c) {                                \
    return image::fetch_##shape##_##type(KC_HANDLE(i), c) part;           \
  }                                                                       \
  KC_API V name(read_write IMAGE i, CI c) {                               \
    return as_channels_##type(image::load_##shape(KC_HANDLE(i), c)) part; \
  }                                                                       \
  KC_MIPMAP(read_only, IMAGE, shape, CF, G, V, name, type, part)          \
  KC_MIPMAP(read_write, IMAGE, shape, CF, G, V, name, type, part)
#define KC_READ_HALF(IMAGE, CI, CF)                                \
  KC_API half4 read_imageh(read_only IMAGE i, sampler_t s, CF c) { \
    return narrowed(read_imagef(i, s, c));                         \
  }                                                                \
  KC_API half4 read_imageh(read_only IMAGE i, sampler_t s, CI c) { \
    return narrowed(read_imagef(i, s, c));                         \
  }                                                                \
  KC_API half4 read_imageh(read_only IMAGE i, CI c) {              \
    return narrowed(read_imagef(i, c));                            \
  }                                                                \
  KC_API half4 read_imageh(read_write IMAGE i, CI c) {             \
    return narrowed(read_imagef(i, c));                            \
  }
#define KC_READS(IMAGE, shape, CI, CF, G)                      \
  KC_READ(IMAGE, shape, CI, CF, G, float4, read_imagef, f32, ) \
  KC_READ(IMAGE, shape, CI, CF, G, int4, read_imagei, s32, )   \
  KC_READ(IMAGE, shape, CI, CF, G, uint4, read_imageui, u32, ) \
  KC_READ_HALF(IMAGE, CI, CF)
KC_READS(image1d_t, 1d, int, float, float)
KC_READS(image2d_t, 2d, int2, float2, float2)
KC_READS(image3d_t, 3d, int4, float4, float4)
KC_READS(image1d_array_t, a1d, int2, float2, float)
KC_READS(image2d_array_t, a2d, int4, float4, float2)
KC_READ(image2d_depth_t, 2d, int2, float2, float2, float, read_imagef, f32, .x)
KC_READ(image2d_array_depth_t, a2d, int4, float4, float2, float, read_imagef, f32, .x)

#define KC_READ_BUFFER(V, name, type)                           \
  KC_API V name(read_only image1d_buffer_t i, int c) {          \
    return image::fetch_1d_##type(KC_HANDLE(i), c);             \
  }                                                             \
  KC_API V name(read_write image1d_buffer_t i, int c) {         \
    return as_channels_##type(image::load_1d(KC_HANDLE(i), c)); \
  }
KC_READ_BUFFER(float4, read_imagef, f32)
KC_READ_BUFFER(int4, read_imagei, s32)
KC_READ_BUFFER(uint4, read_imageui, u32)
KC_API half4 read_imageh(read_only image1d_buffer_t i, int c) {
  return narrowed(read_imagef(i, c));
}
KC_API half4 read_imageh(read_write image1d_buffer_t i, int c) {
  return narrowed(read_imagef(i, c));
}

#define KC_READ_SAMPLES_FROM(ACCESS, IMAGE, shape, C, z, V, name, type, part)             \
  KC_API V name(ACCESS IMAGE i, C c, int sample) {                                        \
    return image::fetch_##shape##_##type(KC_HANDLE(i), (int4)(c.x, c.y, z, sample)) part; \
  }
#define KC_READ_SAMPLES(IMAGE, shape, C, z, V, name, type, part)           \
  KC_READ_SAMPLES_FROM(read_only, IMAGE, shape, C, z, V, name, type, part) \
  KC_READ_SAMPLES_FROM(read_write, IMAGE, shape, C, z, V, name, type, part)
KC_READ_SAMPLES(image2d_msaa_t, 2dms, int2, 0, float4, read_imagef, f32, )
KC_READ_SAMPLES(image2d_msaa_t, 2dms, int2, 0, int4, read_imagei, s32, )
KC_READ_SAMPLES(image2d_msaa_t, 2dms, int2, 0, uint4, read_imageui, u32, )
KC_READ_SAMPLES(image2d_msaa_depth_t, 2dms, int2, 0, float, read_imagef, f32, .x)
KC_READ_SAMPLES(image2d_array_msaa_t, a2dms, int4, c.z, float4, read_imagef, f32, )
KC_READ_SAMPLES(image2d_array_msaa_t, a2dms, int4, c.z, int4, read_imagei, s32, )
KC_READ_SAMPLES(image2d_array_msaa_t, a2dms, int4, c.z, uint4, read_imageui, u32, )
KC_READ_SAMPLES(image2d_array_msaa_depth_t, a2dms, int4, c.z, float, read_imagef, f32, .x)

// Surfaces have no mip levels on this target, so a store to a level goes to the base.
#define KC_WRITE_TO(ACCESS, IMAGE, shape, C, V, name)                      \
  KC_API void name(ACCESS IMAGE i, C c, V value) {                         \
    image::store_##shape(KC_HANDLE(i), c, __builtin_astype(value, uint4)); \
  }
#define KC_WRITE_LEVEL(ACCESS, IMAGE, C, V, name)       \
  KC_API void name(ACCESS IMAGE i, C c, int, V value) { \
    name(i, c, value);                                  \
  }
#define KC_WRITES_TO(ACCESS, IMAGE, shape, C)                   \
  KC_WRITE_TO(ACCESS, IMAGE, shape, C, float4, write_imagef)    \
  KC_WRITE_TO(ACCESS, IMAGE, shape, C, int4, write_imagei)      \
  KC_WRITE_TO(ACCESS, IMAGE, shape, C, uint4, write_imageui)    \
  KC_API void write_imageh(ACCESS IMAGE i, C c, half4 value) {  \
    write_imagef(i, c, __builtin_convertvector(value, float4)); \
  }
#define KC_WRITE_LEVELS(ACCESS, IMAGE, C)                \
  KC_WRITE_LEVEL(ACCESS, IMAGE, C, float4, write_imagef) \
  KC_WRITE_LEVEL(ACCESS, IMAGE, C, int4, write_imagei)   \
  KC_WRITE_LEVEL(ACCESS, IMAGE, C, uint4, write_imageui)
#define KC_WRITE_DEPTH(ACCESS, IMAGE, shape, C)                                               \
  KC_API void write_imagef(ACCESS IMAGE i, C c, float value) {                                \
    image::store_##shape(KC_HANDLE(i), c, __builtin_astype((float4)(value, 0, 0, 0), uint4)); \
  }                                                                                           \
  KC_WRITE_LEVEL(ACCESS, IMAGE, C, float, write_imagef)
#define KC_WRITES(ACCESS)                           \
  KC_WRITES_TO(ACCESS, image1d_buffer_t, 1d, int)   \
  KC_WRITES_TO(ACCESS, image1d_t, 1d, int)          \
  KC_WRITES_TO(ACCESS, image2d_t, 2d, int2)         \
  KC_WRITES_TO(ACCESS, image3d_t, 3d, int4)         \
  KC_WRITES_TO(ACCESS, image1d_array_t, a1d, int2)  \
  KC_WRITES_TO(ACCESS, image2d_array_t, a2d, int4)  \
  KC_WRITE_LEVELS(ACCESS, image1d_t, int)           \
  KC_WRITE_LEVELS(ACCESS, image2d_t, int2)          \
  KC_WRITE_LEVELS(ACCESS, image3d_t, int4)          \
  KC_WRITE_LEVELS(ACCESS, image1d_array_t, int2)    \
  KC_WRITE_LEVELS(ACCESS, image2d_array_t, int4)    \
  KC_WRITE_DEPTH(ACCESS, image2d_depth_t, 2d, int2) \
  KC_WRITE_DEPTH(ACCESS, image2d_array_depth_t, a2d, int4)
KC_WRITES(write_only)
KC_WRITES(read_write)

// Queries. Images that kernels only read are textures, the others surfaces.
#define KC_IMAGE_INFO(ACCESS, kind, IMAGE)                 \
  KC_API int get_image_width(ACCESS IMAGE i) {             \
    return image::kind##_width(KC_HANDLE(i));              \
  }                                                        \
  KC_API int get_image_channel_data_type(ACCESS IMAGE i) { \
    return image::kind##_channel_data_type(KC_HANDLE(i));  \
  }                                                        \
  KC_API int get_image_channel_order(ACCESS IMAGE i) {     \
    return image::kind##_channel_order(KC_HANDLE(i));      \
  }
#define KC_IMAGE_HEIGHT(ACCESS, kind, IMAGE)    \
  KC_IMAGE_INFO(ACCESS, kind, IMAGE)            \
  KC_API int get_image_height(ACCESS IMAGE i) { \
    return image::kind##_height(KC_HANDLE(i));  \
  }
#define KC_IMAGE_FLAT(ACCESS, kind, IMAGE)                  \
  KC_IMAGE_HEIGHT(ACCESS, kind, IMAGE)                      \
  KC_API int2 get_image_dim(ACCESS IMAGE i) {               \
    return (int2)(get_image_width(i), get_image_height(i)); \
  }
#define KC_IMAGE_LAYERS(ACCESS, kind, IMAGE)           \
  KC_API size_t get_image_array_size(ACCESS IMAGE i) { \
    return image::kind##_array_size(KC_HANDLE(i));     \
  }
#define KC_IMAGE_SAMPLES(ACCESS, IMAGE)              \
  KC_API int get_image_num_samples(ACCESS IMAGE i) { \
    return image::texture_num_samples(KC_HANDLE(i)); \
  }
#define KC_IMAGE_LEVELS(ACCESS, IMAGE)                     \
  KC_API int get_image_num_mip_levels(ACCESS IMAGE i) {    \
    return image::texture_num_mipmap_levels(KC_HANDLE(i)); \
  }
#define KC_QUERIES(ACCESS, kind)                                                   \
  KC_IMAGE_INFO(ACCESS, kind, image1d_t)                                           \
  KC_IMAGE_INFO(ACCESS, kind, image1d_buffer_t)                                    \
  KC_IMAGE_INFO(ACCESS, kind, image1d_array_t)                                     \
  KC_IMAGE_FLAT(ACCESS, kind, image2d_t)                                           \
  KC_IMAGE_FLAT(ACCESS, kind, image2d_array_t)                                     \
  KC_IMAGE_FLAT(ACCESS, kind, image2d_depth_t)                                     \
  KC_IMAGE_FLAT(ACCESS, kind, image2d_array_depth_t)                               \
  KC_IMAGE_FLAT(ACCESS, kind, image2d_msaa_t)                                      \
  KC_IMAGE_FLAT(ACCESS, kind, image2d_msaa_depth_t)                                \
  KC_IMAGE_FLAT(ACCESS, kind, image2d_array_msaa_t)                                \
  KC_IMAGE_FLAT(ACCESS, kind, image2d_array_msaa_depth_t)                          \
  KC_IMAGE_HEIGHT(ACCESS, kind, image3d_t)                                         \
  KC_API int get_image_depth(ACCESS image3d_t i) {                                 \
    return image::kind##_depth(KC_HANDLE(i));                                      \
  }                                                                                \
  KC_API int4 get_image_dim(ACCESS image3d_t i) {                                  \
    return (int4)(get_image_width(i), get_image_height(i), get_image_depth(i), 0); \
  }                                                                                \
  KC_IMAGE_LAYERS(ACCESS, kind, image1d_array_t)                                   \
  KC_IMAGE_LAYERS(ACCESS, kind, image2d_array_t)                                   \
  KC_IMAGE_LAYERS(ACCESS, kind, image2d_array_depth_t)                             \
  KC_IMAGE_LAYERS(ACCESS, kind, image2d_array_msaa_t)                              \
  KC_IMAGE_LAYERS(ACCESS, kind, image2d_array_msaa_depth_t)                        \
  KC_IMAGE_SAMPLES(ACCESS, image2d_msaa_t)                                         \
  KC_IMAGE_SAMPLES(ACCESS, image2d_msaa_depth_t)                                   \
  KC_IMAGE_SAMPLES(ACCESS, image2d_array_msaa_t)                                   \
  KC_IMAGE_SAMPLES(ACCESS, image2d_array_msaa_depth_t)                             \
  KC_IMAGE_LEVELS(ACCESS, image1d_t)                                               \
  KC_IMAGE_LEVELS(ACCESS, image2d_t)                                               \
  KC_IMAGE_LEVELS(ACCESS, image3d_t)                                               \
  KC_IMAGE_LEVELS(ACCESS, image1d_array_t)                                         \
  KC_IMAGE_LEVELS(ACCESS, image2d_array_t)                                         \
  KC_IMAGE_LEVELS(ACCESS, image2d_depth_t)                                         \
  KC_IMAGE_LEVELS(ACCESS, image2d_array_depth_t)
KC_QUERIES(read_only, texture)
KC_QUERIES(write_only, surface)
KC_QUERIES(read_write, surface)
