// Sharing with OpenGL: the calls that take an object of its own over are left out, acquiring and
// releasing succeed.
#pragma once

#include "cl.h"

typedef cl_uint cl_gl_object_type;
typedef cl_uint cl_gl_context_info;

#define CL_GL_CONTEXT_KHR 0x2008
#define CL_GLX_DISPLAY_KHR 0x200A
#define CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR 0x2006

inline cl_mem clCreateFromGLBuffer(cl_context, cl_mem_flags, cl_uint, int* result) {
  __kcast_cl_ok(result);
  return (cl_mem)__kcast_device_alloc(
      __kcast_unknown<size_t>("size of an OpenGL buffer", "run-time query"));
}
inline cl_int clEnqueueAcquireGLObjects(cl_command_queue, cl_uint, const cl_mem*, cl_uint,
                                        const cl_event*, cl_event* event) {
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
inline cl_int clEnqueueReleaseGLObjects(cl_command_queue, cl_uint, const cl_mem*, cl_uint,
                                        const cl_event*, cl_event* event) {
  __kcast_cl_event(event);
  return CL_SUCCESS;
}
