// Programs, kernels and launches of the OpenCL C API; included by cl.h.
#pragma once

inline cl_program __kcast_cl_new_program(long number) {
  cl_program program = (cl_program)__kcast_host_alloc(sizeof(_cl_program));
  program->number = number;
  return program;
}
inline cl_program clCreateProgramWithSource(cl_context, cl_uint count, const char** strings,
                                            const size_t* lengths, cl_int* result) {
  __kcast_cl_ok(result);
  return __kcast_cl_new_program(__kcast_cl_program(strings, lengths, count));
}
inline cl_program clCreateProgramWithBinary(cl_context, cl_uint, const cl_device_id*, const size_t*,
                                            const unsigned char**, cl_int* status, cl_int* result) {
  __kcast_cl_ok(status);
  __kcast_cl_ok(result);
  return __kcast_cl_new_program(__kcast_unknown<long>("program binary", "not source text"));
}
inline cl_program clCreateProgramWithIL(cl_context, const void*, size_t, cl_int* result) {
  __kcast_cl_ok(result);
  return __kcast_cl_new_program(
      __kcast_unknown<long>("program in an intermediate language", "not source text"));
}
inline cl_program clCreateProgramWithBuiltInKernels(cl_context, cl_uint, const cl_device_id*,
                                                    const char*, cl_int* result) {
  __kcast_cl_ok(result);
  return __kcast_cl_new_program(__kcast_unknown<long>("built-in kernels", "not source text"));
}
typedef void (*__kcast_cl_program_callback)(cl_program, void*);
inline cl_int clBuildProgram(cl_program program, cl_uint, const cl_device_id*, const char* options,
                             __kcast_cl_program_callback, void*) {
  __kcast_cl_build(program->number, options ? options : "");
  return CL_SUCCESS;
}
inline cl_int clCompileProgram(cl_program program, cl_uint, const cl_device_id*,
                               const char* options, cl_uint, const cl_program*, const char**,
                               __kcast_cl_program_callback, void*) {
  __kcast_cl_build(program->number, options ? options : "");
  return CL_SUCCESS;
}
// The linked program is taken to be the first one of the list.
inline cl_program clLinkProgram(cl_context, cl_uint, const cl_device_id*, const char*, cl_uint,
                                const cl_program* programs, __kcast_cl_program_callback, void*,
                                cl_int* result) {
  __kcast_cl_ok(result);
  return programs[0];
}
inline cl_int clRetainProgram(cl_program) {
  return CL_SUCCESS;
}
inline cl_int clReleaseProgram(cl_program) {
  return CL_SUCCESS;
}
inline cl_int clGetProgramInfo(cl_program, cl_program_info, size_t size, void* value,
                               size_t* size_ret) {
  return __kcast_cl_answer("program property", size, value, size_ret);
}
inline cl_int clGetProgramBuildInfo(cl_program, cl_device_id, cl_program_build_info what,
                                    size_t size, void* value, size_t* size_ret) {
  if (what == CL_PROGRAM_BUILD_STATUS) {
    if (value) *(cl_build_status*)value = CL_BUILD_SUCCESS;
    if (size_ret) *size_ret = sizeof(cl_build_status);
    return CL_SUCCESS;
  }
  return __kcast_cl_text("", size, value, size_ret);
}
inline cl_int clSetProgramSpecializationConstant(cl_program, cl_uint, size_t, const void*) {
  return CL_SUCCESS;
}
inline cl_int clSetProgramReleaseCallback(cl_program, __kcast_cl_program_callback, void*) {
  return CL_SUCCESS;
}

inline cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* result) {
  __kcast_cl_ok(result);
  cl_kernel kernel = (cl_kernel)__kcast_host_alloc(sizeof(_cl_kernel));
  kernel->number = __kcast_cl_kernel(program->number, name);
  return kernel;
}
inline cl_int clCreateKernelsInProgram(cl_program, cl_uint count, cl_kernel* kernels,
                                       cl_uint* found) {
  for (cl_uint i = 0; kernels && i < count; ++i) {
    kernels[i] = (cl_kernel)__kcast_host_alloc(sizeof(_cl_kernel));
    kernels[i]->number = __kcast_unknown<long>("kernel of a program", "created without a name");
  }
  if (found) *found = __kcast_unknown<cl_uint>("number of kernels", "run-time query");
  return CL_SUCCESS;
}
inline cl_kernel clCloneKernel(cl_kernel kernel, cl_int* result) {
  __kcast_cl_ok(result);
  return kernel;
}
inline cl_int clRetainKernel(cl_kernel) {
  return CL_SUCCESS;
}
inline cl_int clReleaseKernel(cl_kernel) {
  return CL_SUCCESS;
}
inline cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
  __kcast_cl_set_argument(kernel->number, index, size, value);
  return CL_SUCCESS;
}
inline cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void* value) {
  __kcast_cl_set_argument(kernel->number, index, sizeof(void*), &value);
  return CL_SUCCESS;
}
inline cl_int clSetKernelExecInfo(cl_kernel, cl_kernel_exec_info, size_t, const void*) {
  return CL_SUCCESS;
}
inline cl_int clGetKernelInfo(cl_kernel, cl_kernel_info, size_t size, void* value,
                              size_t* size_ret) {
  return __kcast_cl_answer("kernel property", size, value, size_ret);
}
inline cl_int clGetKernelArgInfo(cl_kernel, cl_uint, cl_kernel_arg_info, size_t size, void* value,
                                 size_t* size_ret) {
  return __kcast_cl_answer("kernel argument property", size, value, size_ret);
}
inline cl_int clGetKernelWorkGroupInfo(cl_kernel, cl_device_id, cl_kernel_work_group_info what,
                                       size_t size, void* value, size_t* size_ret) {
  if (what == CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE) {
    return __kcast_cl_answer("CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE", size, value, size_ret);
  }
  if (what == CL_KERNEL_WORK_GROUP_SIZE) {
    return __kcast_cl_answer("CL_KERNEL_WORK_GROUP_SIZE", size, value, size_ret);
  }
  return __kcast_cl_answer("kernel property", size, value, size_ret);
}
inline cl_int clGetKernelSubGroupInfo(cl_kernel, cl_device_id, cl_kernel_sub_group_info, size_t,
                                      const void*, size_t size, void* value, size_t* size_ret) {
  return __kcast_cl_answer("kernel sub-group property", size, value, size_ret);
}

// The local size may be null: the implementation chooses it then.
inline cl_int clEnqueueNDRangeKernel(cl_command_queue, cl_kernel kernel, cl_uint dims,
                                     const size_t*, const size_t* global, const size_t* local,
                                     cl_uint, const cl_event*, cl_event* event) {
  __kcast_cl_enqueue(kernel->number, dims, global, local);
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueTask(cl_command_queue, cl_kernel kernel, cl_uint, const cl_event*,
                            cl_event* event) {
  size_t one = 1;
  __kcast_cl_enqueue(kernel->number, 1, &one, &one);
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueNativeKernel(cl_command_queue, void (*)(void*), void*, size_t, cl_uint,
                                    const cl_mem*, const void**, cl_uint, const cl_event*,
                                    cl_event* event) {
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
