// Platforms, devices, contexts, queues and events of the OpenCL C API; included by cl.h.
#pragma once

inline cl_int clGetPlatformIDs(cl_uint count, cl_platform_id* platforms, cl_uint* found) {
  if (platforms && count > 0) platforms[0] = (cl_platform_id)__kcast_host_alloc(8);
  if (found) *found = 1;
  return CL_SUCCESS;
}
inline cl_int clGetPlatformInfo(cl_platform_id, cl_platform_info what, size_t size, void* value,
                                size_t* size_ret) {
  switch (what) {
    case CL_PLATFORM_PROFILE:
      return __kcast_cl_text("FULL_PROFILE", size, value, size_ret);
    case CL_PLATFORM_VERSION:
      return __kcast_cl_text("OpenCL 3.0 Kernelcast", size, value, size_ret);
    case CL_PLATFORM_NAME:
      return __kcast_cl_text("Kernelcast", size, value, size_ret);
    case CL_PLATFORM_VENDOR:
      return __kcast_cl_text("Kernelcast", size, value, size_ret);
    case CL_PLATFORM_EXTENSIONS:
      return __kcast_cl_text("cl_khr_icd", size, value, size_ret);
    default:
      return __kcast_cl_answer("platform property", size, value, size_ret);
  }
}
inline cl_int clGetDeviceIDs(cl_platform_id, cl_device_type, cl_uint count, cl_device_id* devices,
                             cl_uint* found) {
  if (devices && count > 0) devices[0] = (cl_device_id)__kcast_host_alloc(8);
  if (found) *found = 1;
  return CL_SUCCESS;
}

// The names of the sizes that programs compute launches from.
inline const char* __kcast_cl_device_property(cl_device_info what) {
  switch (what) {
    case CL_DEVICE_MAX_COMPUTE_UNITS:
      return "CL_DEVICE_MAX_COMPUTE_UNITS";
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
      return "CL_DEVICE_MAX_WORK_GROUP_SIZE";
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
      return "CL_DEVICE_MAX_WORK_ITEM_SIZES";
    case CL_DEVICE_MAX_CLOCK_FREQUENCY:
      return "CL_DEVICE_MAX_CLOCK_FREQUENCY";
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
      return "CL_DEVICE_MAX_MEM_ALLOC_SIZE";
    case CL_DEVICE_GLOBAL_MEM_SIZE:
      return "CL_DEVICE_GLOBAL_MEM_SIZE";
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
      return "CL_DEVICE_GLOBAL_MEM_CACHE_SIZE";
    case CL_DEVICE_LOCAL_MEM_SIZE:
      return "CL_DEVICE_LOCAL_MEM_SIZE";
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
      return "CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE";
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
      return "CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT";
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
      return "CL_DEVICE_IMAGE2D_MAX_WIDTH";
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
      return "CL_DEVICE_IMAGE2D_MAX_HEIGHT";
    default:
      return "device property";
  }
}
inline cl_int clGetDeviceInfo(cl_device_id, cl_device_info what, size_t size, void* value,
                              size_t* size_ret) {
  switch (what) {
    case CL_DEVICE_TYPE:
      if (value) *(cl_device_type*)value = CL_DEVICE_TYPE_GPU;
      if (size_ret) *size_ret = sizeof(cl_device_type);
      return CL_SUCCESS;
    case CL_DEVICE_IMAGE_SUPPORT:
    case CL_DEVICE_AVAILABLE:
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE:
    case CL_DEVICE_ENDIAN_LITTLE:
      if (value) *(cl_bool*)value = CL_TRUE;
      if (size_ret) *size_ret = sizeof(cl_bool);
      return CL_SUCCESS;
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
      if (value) *(cl_uint*)value = 3;
      if (size_ret) *size_ret = sizeof(cl_uint);
      return CL_SUCCESS;
    case CL_DEVICE_ADDRESS_BITS:
      if (value) *(cl_uint*)value = 64;
      if (size_ret) *size_ret = sizeof(cl_uint);
      return CL_SUCCESS;
    case CL_DEVICE_SINGLE_FP_CONFIG:
    case CL_DEVICE_DOUBLE_FP_CONFIG:
    case CL_DEVICE_HALF_FP_CONFIG:
      if (value) *(cl_device_fp_config*)value = 0x3f;
      if (size_ret) *size_ret = sizeof(cl_device_fp_config);
      return CL_SUCCESS;
    case CL_DEVICE_NAME:
      return __kcast_cl_text("GPU", size, value, size_ret);
    case CL_DEVICE_VENDOR:
      return __kcast_cl_text("Kernelcast", size, value, size_ret);
    case CL_DRIVER_VERSION:
      return __kcast_cl_text("1.0", size, value, size_ret);
    case CL_DEVICE_PROFILE:
      return __kcast_cl_text("FULL_PROFILE", size, value, size_ret);
    case CL_DEVICE_VERSION:
      return __kcast_cl_text("OpenCL 3.0 Kernelcast", size, value, size_ret);
    case CL_DEVICE_OPENCL_C_VERSION:
      return __kcast_cl_text("OpenCL C 3.0", size, value, size_ret);
    case CL_DEVICE_BUILT_IN_KERNELS:
      return __kcast_cl_text("", size, value, size_ret);
    case CL_DEVICE_EXTENSIONS:
      return __kcast_cl_text(
          "cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "
          "cl_khr_local_int32_base_atomics "
          "cl_khr_local_int32_extended_atomics cl_khr_int64_base_atomics "
          "cl_khr_int64_extended_atomics "
          "cl_khr_byte_addressable_store cl_khr_fp64 cl_khr_fp16 cl_khr_3d_image_writes "
          "cl_khr_subgroups",
          size, value, size_ret);
    default:
      return __kcast_cl_answer(__kcast_cl_device_property(what), size, value, size_ret);
  }
}
inline cl_int clCreateSubDevices(cl_device_id, const cl_device_partition_property*, cl_uint count,
                                 cl_device_id* devices, cl_uint* found) {
  return clGetDeviceIDs(nullptr, CL_DEVICE_TYPE_GPU, count, devices, found);
}
inline cl_int clRetainDevice(cl_device_id) {
  return CL_SUCCESS;
}
inline cl_int clReleaseDevice(cl_device_id) {
  return CL_SUCCESS;
}
inline cl_int clUnloadPlatformCompiler(cl_platform_id) {
  return CL_SUCCESS;
}
inline cl_int clUnloadCompiler() {
  return CL_SUCCESS;
}
inline void* clGetExtensionFunctionAddress(const char*) {
  return nullptr;
}
inline void* clGetExtensionFunctionAddressForPlatform(cl_platform_id, const char*) {
  return nullptr;
}

typedef void (*__kcast_cl_context_callback)(const char*, const void*, size_t, void*);
inline cl_context clCreateContext(const cl_context_properties*, cl_uint, const cl_device_id*,
                                  __kcast_cl_context_callback, void*, cl_int* result) {
  __kcast_cl_ok(result);
  return (cl_context)__kcast_host_alloc(8);
}
inline cl_context clCreateContextFromType(const cl_context_properties*, cl_device_type,
                                          __kcast_cl_context_callback, void*, cl_int* result) {
  __kcast_cl_ok(result);
  return (cl_context)__kcast_host_alloc(8);
}
inline cl_int clRetainContext(cl_context) {
  return CL_SUCCESS;
}
inline cl_int clReleaseContext(cl_context) {
  return CL_SUCCESS;
}
inline cl_int clGetContextInfo(cl_context, cl_context_info what, size_t size, void* value,
                               size_t* size_ret) {
  if (what == CL_CONTEXT_DEVICES) {
    if (value && size >= sizeof(cl_device_id))
      *(cl_device_id*)value = (cl_device_id)__kcast_host_alloc(8);
    if (size_ret) *size_ret = sizeof(cl_device_id);
    return CL_SUCCESS;
  }
  if (what == CL_CONTEXT_NUM_DEVICES) {
    if (value) *(cl_uint*)value = 1;
    if (size_ret) *size_ret = sizeof(cl_uint);
    return CL_SUCCESS;
  }
  return __kcast_cl_answer("context property", size, value, size_ret);
}

inline cl_command_queue clCreateCommandQueue(cl_context, cl_device_id, cl_command_queue_properties,
                                             cl_int* result) {
  __kcast_cl_ok(result);
  return (cl_command_queue)__kcast_host_alloc(8);
}
inline cl_command_queue clCreateCommandQueueWithProperties(cl_context, cl_device_id,
                                                           const cl_queue_properties*,
                                                           cl_int* result) {
  __kcast_cl_ok(result);
  return (cl_command_queue)__kcast_host_alloc(8);
}
inline cl_int clSetDefaultDeviceCommandQueue(cl_context, cl_device_id, cl_command_queue) {
  return CL_SUCCESS;
}
inline cl_int clRetainCommandQueue(cl_command_queue) {
  return CL_SUCCESS;
}
inline cl_int clReleaseCommandQueue(cl_command_queue) {
  return CL_SUCCESS;
}
inline cl_int clGetCommandQueueInfo(cl_command_queue, cl_command_queue_info, size_t size,
                                    void* value, size_t* size_ret) {
  return __kcast_cl_answer("queue property", size, value, size_ret);
}
inline cl_int clFlush(cl_command_queue) {
  return CL_SUCCESS;
}
inline cl_int clFinish(cl_command_queue) {
  return CL_SUCCESS;
}

inline cl_int clWaitForEvents(cl_uint, const cl_event*) {
  return CL_SUCCESS;
}
inline cl_int clGetEventInfo(cl_event, cl_event_info what, size_t size, void* value,
                             size_t* size_ret) {
  if (what == CL_EVENT_COMMAND_EXECUTION_STATUS) {
    if (value) *(cl_int*)value = CL_COMPLETE;
    if (size_ret) *size_ret = sizeof(cl_int);
    return CL_SUCCESS;
  }
  return __kcast_cl_answer("event property", size, value, size_ret);
}
inline cl_event clCreateUserEvent(cl_context, cl_int* result) {
  __kcast_cl_ok(result);
  return (cl_event)__kcast_host_alloc(8);
}
inline cl_int clSetUserEventStatus(cl_event, cl_int) {
  return CL_SUCCESS;
}
inline cl_int clSetEventCallback(cl_event, cl_int, void (*)(cl_event, cl_int, void*), void*) {
  return CL_SUCCESS;
}
inline cl_int clRetainEvent(cl_event) {
  return CL_SUCCESS;
}
inline cl_int clReleaseEvent(cl_event) {
  return CL_SUCCESS;
}
inline cl_int clGetEventProfilingInfo(cl_event, cl_profiling_info, size_t size, void* value,
                                      size_t* size_ret) {
  return __kcast_cl_answer("profiling time", size, value, size_ret);
}
inline cl_int clEnqueueMarker(cl_command_queue, cl_event* event) {
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueMarkerWithWaitList(cl_command_queue, cl_uint, const cl_event*,
                                          cl_event* event) {
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueBarrier(cl_command_queue) {
  return CL_SUCCESS;
}
inline cl_int clEnqueueBarrierWithWaitList(cl_command_queue, cl_uint, const cl_event*,
                                           cl_event* event) {
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueWaitForEvents(cl_command_queue, cl_uint, const cl_event*) {
  return CL_SUCCESS;
}
