// Buffers, images, shared virtual memory and copies of the OpenCL C API; included by cl.h.
#pragma once

inline char* __kcast_cl_bytes(cl_mem memory) {
  return (char*)memory;
}

inline cl_mem clCreateBuffer(cl_context, cl_mem_flags flags, size_t size, void* host,
                             cl_int* result) {
  __kcast_cl_ok(result);
  void* memory = __kcast_device_alloc(size);
  if (host && (flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR)))
    __kcast_copy(memory, host, size);
  return (cl_mem)memory;
}
inline cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties*,
                                           cl_mem_flags flags, size_t size, void* host,
                                           cl_int* result) {
  return clCreateBuffer(context, flags, size, host, result);
}
inline cl_mem clCreateSubBuffer(cl_mem memory, cl_mem_flags, cl_buffer_create_type,
                                const void* region, cl_int* result) {
  __kcast_cl_ok(result);
  return (cl_mem)(__kcast_cl_bytes(memory) + ((const cl_buffer_region*)region)->origin);
}
inline cl_int clRetainMemObject(cl_mem) {
  return CL_SUCCESS;
}
inline cl_int clReleaseMemObject(cl_mem) {
  return CL_SUCCESS;
}
inline cl_int clSetMemObjectDestructorCallback(cl_mem, void (*)(cl_mem, void*), void*) {
  return CL_SUCCESS;
}
inline cl_int clGetMemObjectInfo(cl_mem, cl_mem_info, size_t size, void* value, size_t* size_ret) {
  return __kcast_cl_answer("memory object property", size, value, size_ret);
}

inline size_t __kcast_cl_pixel_bytes(const cl_image_format* format) {
  size_t channels = 4;
  switch (format->image_channel_order) {
    case CL_R:
    case CL_A:
    case CL_INTENSITY:
    case CL_LUMINANCE:
    case CL_Rx:
    case CL_DEPTH:
      channels = 1;
      break;
    case CL_RG:
    case CL_RA:
    case CL_RGx:
      channels = 2;
      break;
    case CL_RGB:
    case CL_RGBx:
    case CL_sRGB:
      channels = 3;
      break;
    default:
      break;
  }
  switch (format->image_channel_data_type) {
    case CL_SNORM_INT8:
    case CL_UNORM_INT8:
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8:
      return channels;
    case CL_SNORM_INT16:
    case CL_UNORM_INT16:
    case CL_SIGNED_INT16:
    case CL_UNSIGNED_INT16:
    case CL_HALF_FLOAT:
      return 2 * channels;
    case CL_UNORM_SHORT_565:
    case CL_UNORM_SHORT_555:
      return 2;
    case CL_UNORM_INT_101010:
      return 4;
    default:
      return 4 * channels;
  }
}
inline size_t __kcast_cl_at_least_one(size_t count) {
  return count > 0 ? count : 1;
}
inline cl_mem __kcast_cl_image(const cl_image_format* format, size_t pixels, cl_mem_flags flags,
                               void* host, cl_int* result) {
  return clCreateBuffer(nullptr, flags, pixels * __kcast_cl_pixel_bytes(format), host, result);
}
inline cl_mem clCreateImage(cl_context, cl_mem_flags flags, const cl_image_format* format,
                            const cl_image_desc* shape, void* host, cl_int* result) {
  if (shape->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    __kcast_cl_ok(result);
    return shape->buffer;
  }
  size_t pixels = shape->image_width;
  if (shape->image_type != CL_MEM_OBJECT_IMAGE1D &&
      shape->image_type != CL_MEM_OBJECT_IMAGE1D_ARRAY) {
    pixels *= __kcast_cl_at_least_one(shape->image_height);
  }
  if (shape->image_type == CL_MEM_OBJECT_IMAGE3D)
    pixels *= __kcast_cl_at_least_one(shape->image_depth);
  if (shape->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY ||
      shape->image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY) {
    pixels *= __kcast_cl_at_least_one(shape->image_array_size);
  }
  return __kcast_cl_image(format, pixels, flags, host, result);
}
inline cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties*,
                                          cl_mem_flags flags, const cl_image_format* format,
                                          const cl_image_desc* shape, void* host, cl_int* result) {
  return clCreateImage(context, flags, format, shape, host, result);
}
inline cl_mem clCreateImage2D(cl_context, cl_mem_flags flags, const cl_image_format* format,
                              size_t width, size_t height, size_t, void* host, cl_int* result) {
  return __kcast_cl_image(format, width * height, flags, host, result);
}
inline cl_mem clCreateImage3D(cl_context, cl_mem_flags flags, const cl_image_format* format,
                              size_t width, size_t height, size_t depth, size_t, size_t, void* host,
                              cl_int* result) {
  return __kcast_cl_image(format, width * height * depth, flags, host, result);
}
inline cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint packet, cl_uint packets,
                           const cl_pipe_properties*, cl_int* result) {
  return clCreateBuffer(context, flags, (size_t)packet * packets, nullptr, result);
}
inline cl_int clGetSupportedImageFormats(cl_context, cl_mem_flags, cl_mem_object_type,
                                         cl_uint count, cl_image_format* formats, cl_uint* found) {
  if (formats && count > 0) {
    formats[0].image_channel_order = CL_RGBA;
    formats[0].image_channel_data_type = CL_FLOAT;
  }
  if (found) *found = 1;
  return CL_SUCCESS;
}
inline cl_int clGetImageInfo(cl_mem, cl_image_info, size_t size, void* value, size_t* size_ret) {
  return __kcast_cl_answer("image property", size, value, size_ret);
}
inline cl_sampler clCreateSampler(cl_context, cl_bool, cl_addressing_mode, cl_filter_mode,
                                  cl_int* result) {
  __kcast_cl_ok(result);
  return (cl_sampler)__kcast_host_alloc(8);
}
inline cl_sampler clCreateSamplerWithProperties(cl_context, const cl_sampler_properties*,
                                                cl_int* result) {
  __kcast_cl_ok(result);
  return (cl_sampler)__kcast_host_alloc(8);
}
inline cl_int clRetainSampler(cl_sampler) {
  return CL_SUCCESS;
}
inline cl_int clReleaseSampler(cl_sampler) {
  return CL_SUCCESS;
}
inline cl_int clGetSamplerInfo(cl_sampler, cl_sampler_info, size_t size, void* value,
                               size_t* size_ret) {
  return __kcast_cl_answer("sampler property", size, value, size_ret);
}

// Copies. Rectangles and images only tell which object changes: their contents become unknown.
inline cl_int clEnqueueReadBuffer(cl_command_queue, cl_mem memory, cl_bool, size_t offset,
                                  size_t size, void* host, cl_uint, const cl_event*,
                                  cl_event* event) {
  __kcast_copy(host, __kcast_cl_bytes(memory) + offset, size);
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueWriteBuffer(cl_command_queue, cl_mem memory, cl_bool, size_t offset,
                                   size_t size, const void* host, cl_uint, const cl_event*,
                                   cl_event* event) {
  __kcast_copy(__kcast_cl_bytes(memory) + offset, host, size);
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueCopyBuffer(cl_command_queue, cl_mem from, cl_mem to, size_t from_offset,
                                  size_t to_offset, size_t size, cl_uint, const cl_event*,
                                  cl_event* event) {
  __kcast_copy(__kcast_cl_bytes(to) + to_offset, __kcast_cl_bytes(from) + from_offset, size);
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueFillBuffer(cl_command_queue, cl_mem memory, const void* pattern,
                                  size_t pattern_size, size_t offset, size_t size, cl_uint,
                                  const cl_event*, cl_event* event) {
  __kcast_fill(__kcast_cl_bytes(memory) + offset, pattern, pattern_size, size / pattern_size);
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueReadBufferRect(cl_command_queue, cl_mem, cl_bool, const size_t*,
                                      const size_t*, const size_t*, size_t, size_t, size_t, size_t,
                                      void* host, cl_uint, const cl_event*, cl_event* event) {
  __kcast_forget(host);
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueWriteBufferRect(cl_command_queue, cl_mem memory, cl_bool, const size_t*,
                                       const size_t*, const size_t*, size_t, size_t, size_t, size_t,
                                       const void*, cl_uint, const cl_event*, cl_event* event) {
  __kcast_forget(memory);
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueCopyBufferRect(cl_command_queue, cl_mem, cl_mem to, const size_t*,
                                      const size_t*, const size_t*, size_t, size_t, size_t, size_t,
                                      cl_uint, const cl_event*, cl_event* event) {
  __kcast_forget(to);
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueReadImage(cl_command_queue, cl_mem, cl_bool, const size_t*, const size_t*,
                                 size_t, size_t, void* host, cl_uint, const cl_event*,
                                 cl_event* event) {
  __kcast_forget(host);
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueWriteImage(cl_command_queue, cl_mem image, cl_bool, const size_t*,
                                  const size_t*, size_t, size_t, const void*, cl_uint,
                                  const cl_event*, cl_event* event) {
  __kcast_forget(image);
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueFillImage(cl_command_queue, cl_mem image, const void*, const size_t*,
                                 const size_t*, cl_uint, const cl_event*, cl_event* event) {
  __kcast_forget(image);
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueCopyImage(cl_command_queue, cl_mem, cl_mem to, const size_t*, const size_t*,
                                 const size_t*, cl_uint, const cl_event*, cl_event* event) {
  __kcast_forget(to);
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueCopyImageToBuffer(cl_command_queue, cl_mem, cl_mem to, const size_t*,
                                         const size_t*, size_t, cl_uint, const cl_event*,
                                         cl_event* event) {
  __kcast_forget(to);
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueCopyBufferToImage(cl_command_queue, cl_mem, cl_mem to, size_t, const size_t*,
                                         const size_t*, cl_uint, const cl_event*, cl_event* event) {
  __kcast_forget(to);
  __kcast_cl_event(event);
  return CL_SUCCESS;
}

// A mapped object is used in place.
inline void* clEnqueueMapBuffer(cl_command_queue, cl_mem memory, cl_bool, cl_map_flags,
                                size_t offset, size_t, cl_uint, const cl_event*, cl_event* event,
                                cl_int* result) {
  __kcast_cl_event(event);
  __kcast_cl_ok(result);
  return __kcast_cl_bytes(memory) + offset;
}
inline void* clEnqueueMapImage(cl_command_queue, cl_mem image, cl_bool, cl_map_flags, const size_t*,
                               const size_t*, size_t* row_pitch, size_t* slice_pitch, cl_uint,
                               const cl_event*, cl_event* event, cl_int* result) {
  if (row_pitch) *row_pitch = __kcast_unknown<size_t>("image row pitch", "run-time query");
  if (slice_pitch) *slice_pitch = __kcast_unknown<size_t>("image slice pitch", "run-time query");
  __kcast_cl_event(event);
  __kcast_cl_ok(result);
  return image;
}
inline cl_int clEnqueueUnmapMemObject(cl_command_queue, cl_mem, void*, cl_uint, const cl_event*,
                                      cl_event* event) {
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueMigrateMemObjects(cl_command_queue, cl_uint, const cl_mem*,
                                         cl_mem_migration_flags, cl_uint, const cl_event*,
                                         cl_event* event) {
  __kcast_cl_event(event);
  return CL_SUCCESS;
}

inline void* clSVMAlloc(cl_context, cl_svm_mem_flags, size_t size, cl_uint) {
  return __kcast_device_alloc(size);
}
inline void clSVMFree(cl_context, void* memory) {
  __kcast_free(memory);
}
inline cl_int clEnqueueSVMFree(cl_command_queue, cl_uint, void**,
                               void (*)(cl_command_queue, cl_uint, void**, void*), void*, cl_uint,
                               const cl_event*, cl_event* event) {
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueSVMMemcpy(cl_command_queue, cl_bool, void* to, const void* from, size_t size,
                                 cl_uint, const cl_event*, cl_event* event) {
  __kcast_copy(to, from, size);
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueSVMMemFill(cl_command_queue, void* memory, const void* pattern,
                                  size_t pattern_size, size_t size, cl_uint, const cl_event*,
                                  cl_event* event) {
  __kcast_fill(memory, pattern, pattern_size, size / pattern_size);
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueSVMMap(cl_command_queue, cl_bool, cl_map_flags, void*, size_t, cl_uint,
                              const cl_event*, cl_event* event) {
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueSVMUnmap(cl_command_queue, void*, cl_uint, const cl_event*,
                                cl_event* event) {
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
