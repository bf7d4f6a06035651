// OpenCL, loaded at run time. The few declarations that the collector needs are here:
// neither headers nor a library are required to build.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/result.h"

namespace kcast::collect {

using ClInt = int32_t;
using ClBits = uint64_t;
using ClHandle = struct ClObject*;

// Values of the OpenCL standard.
inline constexpr ClBits kClDeviceTypeCpu = 1 << 1;
inline constexpr ClBits kClDeviceTypeGpu = 1 << 2;
inline constexpr ClBits kClDeviceTypeAll = 0xFFFFFFFF;
inline constexpr ClBits kClQueueProfiling = 1 << 1;
inline constexpr ClBits kClMemReadWrite = 1 << 0;
inline constexpr unsigned kClProgramBuildLog = 0x1183;
inline constexpr unsigned kClProfilingStart = 0x1282;
inline constexpr unsigned kClProfilingEnd = 0x1283;
inline constexpr unsigned kClEventStatus = 0x11D3;
inline constexpr unsigned kClDeviceType = 0x1000;
inline constexpr unsigned kClDeviceName = 0x102B;
inline constexpr unsigned kClDriverVersion = 0x102D;
inline constexpr unsigned kClDeviceVersion = 0x102F;
inline constexpr unsigned kClKernelArgAddress = 0x1196;
inline constexpr unsigned kClKernelArgAddressPrivate = 0x119E;
inline constexpr unsigned kClKernelArgTypeQualifier = 0x1199;
inline constexpr ClBits kClKernelArgConst = 1 << 0;

// NOLINTBEGIN(readability-identifier-naming): the interface's own names.
struct OpenCl {
  ClInt (*clGetPlatformIDs)(unsigned, ClHandle*, unsigned*) = nullptr;
  ClInt (*clGetDeviceIDs)(ClHandle, ClBits, unsigned, ClHandle*, unsigned*) = nullptr;
  ClInt (*clGetDeviceInfo)(ClHandle, unsigned, size_t, void*, size_t*) = nullptr;
  ClHandle (*clCreateContext)(const intptr_t*, unsigned, const ClHandle*, void*, void*,
                              ClInt*) = nullptr;
  ClHandle (*clCreateCommandQueue)(ClHandle, ClHandle, ClBits, ClInt*) = nullptr;
  ClHandle (*clCreateProgramWithSource)(ClHandle, unsigned, const char**, const size_t*,
                                        ClInt*) = nullptr;
  ClInt (*clBuildProgram)(ClHandle, unsigned, const ClHandle*, const char*, void*, void*) = nullptr;
  ClInt (*clGetProgramBuildInfo)(ClHandle, ClHandle, unsigned, size_t, void*, size_t*) = nullptr;
  ClHandle (*clCreateKernel)(ClHandle, const char*, ClInt*) = nullptr;
  ClInt (*clGetKernelArgInfo)(ClHandle, unsigned, unsigned, size_t, void*, size_t*) = nullptr;
  ClInt (*clSetKernelArg)(ClHandle, unsigned, size_t, const void*) = nullptr;
  ClHandle (*clCreateBuffer)(ClHandle, ClBits, size_t, void*, ClInt*) = nullptr;
  ClInt (*clEnqueueWriteBuffer)(ClHandle, ClHandle, unsigned, size_t, size_t, const void*, unsigned,
                                const ClHandle*, ClHandle*) = nullptr;
  ClInt (*clEnqueueReadBuffer)(ClHandle, ClHandle, unsigned, size_t, size_t, void*, unsigned,
                               const ClHandle*, ClHandle*) = nullptr;
  ClInt (*clEnqueueNDRangeKernel)(ClHandle, ClHandle, unsigned, const size_t*, const size_t*,
                                  const size_t*, unsigned, const ClHandle*, ClHandle*) = nullptr;
  ClInt (*clFinish)(ClHandle) = nullptr;
  ClInt (*clGetEventProfilingInfo)(ClHandle, unsigned, size_t, void*, size_t*) = nullptr;
  ClInt (*clGetEventInfo)(ClHandle, unsigned, size_t, void*, size_t*) = nullptr;
  ClInt (*clReleaseEvent)(ClHandle) = nullptr;
  ClInt (*clReleaseMemObject)(ClHandle) = nullptr;
  ClInt (*clReleaseKernel)(ClHandle) = nullptr;
  ClInt (*clReleaseProgram)(ClHandle) = nullptr;
};
// NOLINTEND(readability-identifier-naming)

// Loads libOpenCL.so.1 once per process.
Result<const OpenCl*> load_opencl();

}  // namespace kcast::collect
