// The C++ bindings of OpenCL over the C API of cl.h: handles, buffers, programs, kernels and queues
// as host programs use them. Handles are copied and never released, since the objects behind them
// cost nothing.
#pragma once

#include <array>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "cl.h"
#include "cl_ext.h"

namespace cl {

using std::string;
template <class T>
using vector = std::vector<T>;
typedef ::size_t size_type;
template <class T, size_type kCount>
using array = std::array<T, kCount>;

class Error : public std::exception {
 public:
  Error(cl_int code, const char* text = nullptr) : code_(code), text_(text) {}
  const char* what() const noexcept override { return text_ ? text_ : ""; }
  cl_int err() const { return code_; }

 private:
  cl_int code_;
  const char* text_;
};
class BuildError : public Error {
 public:
  using Error::Error;
  std::vector<std::pair<class Device, std::string>> getBuildLog() const;
};

// A handle of the C API.
template <class T>
class Handle {
 public:
  typedef T cl_type;
  Handle() : object_() {}
  explicit Handle(T object) : object_(object) {}
  const T& operator()() const { return object_; }
  T& operator()() { return object_; }
  T get() const { return object_; }
  operator bool() const { return object_ != nullptr; }

 protected:
  T object_;
};

class NDRange {
 public:
  NDRange() : dims_(0) { set(0, 0, 0); }
  NDRange(size_t x) : dims_(1) { set(x, 1, 1); }
  NDRange(size_t x, size_t y) : dims_(2) { set(x, y, 1); }
  NDRange(size_t x, size_t y, size_t z) : dims_(3) { set(x, y, z); }
  operator const size_t*() const { return sizes_; }
  size_t dimensions() const { return dims_; }
  size_t size() const { return dims_ * sizeof(size_t); }
  size_t* get() { return sizes_; }
  const size_t* get() const { return sizes_; }

 private:
  void set(size_t x, size_t y, size_t z) {
    sizes_[0] = x;
    sizes_[1] = y;
    sizes_[2] = z;
  }
  size_t sizes_[3];
  cl_uint dims_;
};
static const NDRange NullRange;

struct LocalSpaceArg {
  size_t size_;
};
inline LocalSpaceArg Local(size_t size) {
  LocalSpaceArg argument = {size};
  return argument;
}
inline LocalSpaceArg __local(size_t size) {
  return Local(size);
}

// Answers of the device. The type of the answer follows from the type of the question where the C
// API fixes it.
#define KCAST_CL_INFO(T, number) \
  template <>                    \
  struct Answer<number> {        \
    typedef T Type;              \
  };
template <cl_uint question>
struct Answer {
  typedef cl_uint Type;
};
KCAST_CL_INFO(std::string, CL_PLATFORM_PROFILE)
KCAST_CL_INFO(std::string, CL_PLATFORM_VERSION)
KCAST_CL_INFO(std::string, CL_PLATFORM_NAME)
KCAST_CL_INFO(std::string, CL_PLATFORM_VENDOR)
KCAST_CL_INFO(std::string, CL_PLATFORM_EXTENSIONS)
KCAST_CL_INFO(std::string, CL_DEVICE_NAME)
KCAST_CL_INFO(std::string, CL_DEVICE_VENDOR)
KCAST_CL_INFO(std::string, CL_DRIVER_VERSION)
KCAST_CL_INFO(std::string, CL_DEVICE_PROFILE)
KCAST_CL_INFO(std::string, CL_DEVICE_VERSION)
KCAST_CL_INFO(std::string, CL_DEVICE_EXTENSIONS)
KCAST_CL_INFO(std::string, CL_DEVICE_OPENCL_C_VERSION)
KCAST_CL_INFO(std::string, CL_PROGRAM_BUILD_LOG)
KCAST_CL_INFO(std::string, CL_PROGRAM_BUILD_OPTIONS)
KCAST_CL_INFO(std::string, CL_KERNEL_FUNCTION_NAME)
KCAST_CL_INFO(cl_build_status, CL_PROGRAM_BUILD_STATUS)
KCAST_CL_INFO(cl_int, CL_EVENT_COMMAND_EXECUTION_STATUS)
KCAST_CL_INFO(cl_device_type, CL_DEVICE_TYPE)
KCAST_CL_INFO(size_t, CL_DEVICE_MAX_WORK_GROUP_SIZE)
KCAST_CL_INFO(size_t, CL_DEVICE_IMAGE2D_MAX_WIDTH)
KCAST_CL_INFO(size_t, CL_DEVICE_IMAGE2D_MAX_HEIGHT)
KCAST_CL_INFO(size_t, CL_DEVICE_MAX_PARAMETER_SIZE)
KCAST_CL_INFO(size_t, CL_DEVICE_PROFILING_TIMER_RESOLUTION)
KCAST_CL_INFO(std::vector<size_t>, CL_DEVICE_MAX_WORK_ITEM_SIZES)
KCAST_CL_INFO(cl_ulong, CL_DEVICE_MAX_MEM_ALLOC_SIZE)
KCAST_CL_INFO(cl_ulong, CL_DEVICE_GLOBAL_MEM_SIZE)
KCAST_CL_INFO(cl_ulong, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE)
KCAST_CL_INFO(cl_ulong, CL_DEVICE_LOCAL_MEM_SIZE)
KCAST_CL_INFO(cl_ulong, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE)
KCAST_CL_INFO(cl_ulong, CL_DEVICE_DOUBLE_FP_CONFIG)
KCAST_CL_INFO(cl_ulong, CL_DEVICE_SINGLE_FP_CONFIG)
KCAST_CL_INFO(cl_ulong, CL_PROFILING_COMMAND_QUEUED)
KCAST_CL_INFO(cl_ulong, CL_PROFILING_COMMAND_SUBMIT)
KCAST_CL_INFO(cl_ulong, CL_PROFILING_COMMAND_START)
KCAST_CL_INFO(cl_ulong, CL_PROFILING_COMMAND_END)
KCAST_CL_INFO(size_t, CL_MEM_SIZE)
KCAST_CL_INFO(size_t, CL_KERNEL_WORK_GROUP_SIZE)
KCAST_CL_INFO(size_t, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE)
KCAST_CL_INFO(cl_ulong, CL_KERNEL_LOCAL_MEM_SIZE)
KCAST_CL_INFO(cl_ulong, CL_KERNEL_PRIVATE_MEM_SIZE)

// An answer is asked for by a function with the four last parameters of the C API's query
// functions.
template <class Ask>
void answer_into(Ask ask, std::string* result) {
  size_t size = 0;
  ask(0, nullptr, &size);
  char* text = (char*)__kcast_host_alloc(size);
  ask(size, text, nullptr);
  *result = text;
}
template <class Ask>
void answer_into(Ask, std::vector<size_t>* result) {
  result->resize(3);
  for (int i = 0; i < 3; ++i)
    (*result)[i] = __kcast_unknown<size_t>("CL_DEVICE_MAX_WORK_ITEM_SIZES", "run-time query");
}
template <class Ask, class T>
void answer_into(Ask ask, T* result) {
  ask(sizeof(T), result, nullptr);
}
#define KCAST_CL_QUERY(call, Question)                                          \
  template <class T>                                                            \
  cl_int getInfo(Question question, T* result) const {                          \
    answer_into([=](size_t size, void* value, size_t* used) { call; }, result); \
    return CL_SUCCESS;                                                          \
  }                                                                             \
  template <cl_uint kQuestion>                                                  \
  typename Answer<kQuestion>::Type getInfo(cl_int* code = nullptr) const {      \
    typename Answer<kQuestion>::Type result;                                    \
    getInfo((Question)kQuestion, &result);                                      \
    __kcast_cl_ok(code);                                                        \
    return result;                                                              \
  }

class Device : public Handle<cl_device_id> {
 public:
  Device() {}
  explicit Device(cl_device_id device, bool = false) : Handle(device) {}
  static Device getDefault(cl_int* code = nullptr) {
    __kcast_cl_ok(code);
    return Device((cl_device_id)__kcast_host_alloc(8));
  }
  static Device setDefault(const Device& device) { return device; }
  KCAST_CL_QUERY(clGetDeviceInfo(object_, question, size, value, used), cl_device_info)
};
inline std::vector<std::pair<Device, std::string>> BuildError::getBuildLog() const {
  return {};
}

class Platform : public Handle<cl_platform_id> {
 public:
  Platform() {}
  explicit Platform(cl_platform_id platform, bool = false) : Handle(platform) {}
  static cl_int get(std::vector<Platform>* platforms) {
    platforms->push_back(getDefault());
    return CL_SUCCESS;
  }
  static cl_int get(Platform* platform) {
    *platform = getDefault();
    return CL_SUCCESS;
  }
  static Platform getDefault(cl_int* code = nullptr) {
    __kcast_cl_ok(code);
    return Platform((cl_platform_id)__kcast_host_alloc(8));
  }
  static Platform get(cl_int* code = nullptr) { return getDefault(code); }
  static Platform setDefault(const Platform& platform) { return platform; }
  cl_int getDevices(cl_device_type, std::vector<Device>* devices) const {
    devices->push_back(Device::getDefault());
    return CL_SUCCESS;
  }
  cl_int unloadCompiler() { return CL_SUCCESS; }
  KCAST_CL_QUERY(clGetPlatformInfo(object_, question, size, value, used), cl_platform_info)
};

class Context : public Handle<cl_context> {
 public:
  Context() { create(nullptr); }
  explicit Context(cl_context context, bool = false) : Handle(context) {}
  Context(const Device&, const cl_context_properties* = nullptr,
          __kcast_cl_context_callback = nullptr, void* = nullptr, cl_int* code = nullptr) {
    create(code);
  }
  Context(const std::vector<Device>&, const cl_context_properties* = nullptr,
          __kcast_cl_context_callback = nullptr, void* = nullptr, cl_int* code = nullptr) {
    create(code);
  }
  Context(cl_device_type, const cl_context_properties* = nullptr,
          __kcast_cl_context_callback = nullptr, void* = nullptr, cl_int* code = nullptr) {
    create(code);
  }
  static Context getDefault(cl_int* code = nullptr) {
    __kcast_cl_ok(code);
    return Context();
  }
  static Context setDefault(const Context& context) { return context; }
  template <cl_uint kQuestion>
  std::vector<Device> getInfo(cl_int* code = nullptr) const {
    __kcast_cl_ok(code);
    return std::vector<Device>(1, Device::getDefault());
  }

 private:
  void create(cl_int* code) {
    __kcast_cl_ok(code);
    object_ = (cl_context)__kcast_host_alloc(8);
  }
};

class Event : public Handle<cl_event> {
 public:
  Event() {}
  explicit Event(cl_event event, bool = false) : Handle(event) {}
  cl_int wait() const { return CL_SUCCESS; }
  static cl_int waitForEvents(const std::vector<Event>&) { return CL_SUCCESS; }
  cl_int setCallback(cl_int, void (*)(cl_event, cl_int, void*), void* = nullptr) {
    return CL_SUCCESS;
  }
  template <class T>
  cl_int getProfilingInfo(cl_profiling_info question, T* result) const {
    return clGetEventProfilingInfo(object_, question, sizeof(T), result, nullptr);
  }
  template <cl_uint kQuestion>
  cl_ulong getProfilingInfo(cl_int* code = nullptr) const {
    __kcast_cl_ok(code);
    return __kcast_unknown<cl_ulong>("profiling time", "run-time query");
  }
  KCAST_CL_QUERY(clGetEventInfo(object_, question, size, value, used), cl_event_info)
};
class UserEvent : public Event {
 public:
  UserEvent() {}
  UserEvent(const Context&, cl_int* code = nullptr) { __kcast_cl_ok(code); }
  cl_int setStatus(cl_int) { return CL_SUCCESS; }
};

}  // namespace cl

#include "opencl_memory.hpp"
#include "opencl_queue.hpp"
