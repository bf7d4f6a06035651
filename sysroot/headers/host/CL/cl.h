// The OpenCL C API as inline host code over the evaluator's intrinsics. A memory object is the
// address of its device buffer; programs and kernels are small objects that hold the evaluator's
// number. Every call succeeds, and what a real device would answer is unknown.
#pragma once

#include "cl_constants.h"
#include "cl_platform.h"

typedef struct _cl_platform_id* cl_platform_id;
typedef struct _cl_device_id* cl_device_id;
typedef struct _cl_context* cl_context;
typedef struct _cl_command_queue* cl_command_queue;
typedef struct _cl_mem* cl_mem;
typedef struct _cl_program* cl_program;
typedef struct _cl_kernel* cl_kernel;
typedef struct _cl_event* cl_event;
typedef struct _cl_sampler* cl_sampler;

struct _cl_program {
  long number;
};
struct _cl_kernel {
  long number;
};

typedef cl_uint cl_bool;
typedef cl_ulong cl_bitfield;
typedef cl_ulong cl_properties;
typedef cl_bitfield cl_device_type;
typedef cl_uint cl_platform_info;
typedef cl_uint cl_device_info;
typedef cl_bitfield cl_device_fp_config;
typedef cl_uint cl_device_mem_cache_type;
typedef cl_uint cl_device_local_mem_type;
typedef cl_bitfield cl_device_exec_capabilities;
typedef cl_bitfield cl_device_svm_capabilities;
typedef cl_bitfield cl_command_queue_properties;
typedef cl_properties cl_queue_properties;
typedef long cl_device_partition_property;
typedef long cl_context_properties;
typedef cl_uint cl_context_info;
typedef cl_uint cl_command_queue_info;
typedef cl_uint cl_channel_order;
typedef cl_uint cl_channel_type;
typedef cl_bitfield cl_mem_flags;
typedef cl_bitfield cl_svm_mem_flags;
typedef cl_uint cl_mem_object_type;
typedef cl_uint cl_mem_info;
typedef cl_bitfield cl_mem_migration_flags;
typedef cl_properties cl_mem_properties;
typedef cl_uint cl_image_info;
typedef cl_uint cl_buffer_create_type;
typedef cl_uint cl_addressing_mode;
typedef cl_uint cl_filter_mode;
typedef cl_uint cl_sampler_info;
typedef cl_properties cl_sampler_properties;
typedef cl_bitfield cl_map_flags;
typedef long cl_pipe_properties;
typedef cl_uint cl_program_info;
typedef cl_uint cl_program_build_info;
typedef cl_int cl_build_status;
typedef cl_uint cl_kernel_info;
typedef cl_uint cl_kernel_arg_info;
typedef cl_uint cl_kernel_work_group_info;
typedef cl_uint cl_kernel_sub_group_info;
typedef cl_uint cl_kernel_exec_info;
typedef cl_uint cl_event_info;
typedef cl_uint cl_command_type;
typedef cl_uint cl_profiling_info;
typedef cl_uint cl_version;

typedef struct _cl_image_format {
  cl_channel_order image_channel_order;
  cl_channel_type image_channel_data_type;
} cl_image_format;
typedef struct _cl_image_desc {
  cl_mem_object_type image_type;
  size_t image_width;
  size_t image_height;
  size_t image_depth;
  size_t image_array_size;
  size_t image_row_pitch;
  size_t image_slice_pitch;
  cl_uint num_mip_levels;
  cl_uint num_samples;
  union {
    cl_mem buffer;
    cl_mem mem_object;
  };
} cl_image_desc;
typedef struct _cl_buffer_region {
  size_t origin;
  size_t size;
} cl_buffer_region;

// What the functions below are made of.
inline cl_int __kcast_cl_ok(cl_int* result) {
  if (result) *result = CL_SUCCESS;
  return CL_SUCCESS;
}
inline void __kcast_cl_event(cl_event* event) {
  if (event) *event = (cl_event)__kcast_host_alloc(8);
}
inline cl_int __kcast_cl_text(const char* text, size_t size, void* value, size_t* size_ret) {
  size_t length = (size_t)__kcast_strlen(text) + 1;
  if (value) __kcast_copy(value, text, size < length ? size : length);
  if (size_ret) *size_ret = length;
  return CL_SUCCESS;
}
// The answer of a device to a query that the program sizes itself.
inline cl_int __kcast_cl_answer(const char* name, size_t size, void* value, size_t* size_ret) {
  if (value && size == sizeof(cl_ulong)) {
    *(cl_ulong*)value = __kcast_unknown<cl_ulong>(name, "run-time query");
  } else if (value && size == sizeof(cl_uint)) {
    *(cl_uint*)value = __kcast_unknown<cl_uint>(name, "run-time query");
  } else if (value) {
    __kcast_forget(value);
  }
  if (size_ret) *size_ret = sizeof(cl_ulong);
  return CL_SUCCESS;
}

#include "cl_devices.h"
#include "cl_memory.h"
#include "cl_programs.h"
