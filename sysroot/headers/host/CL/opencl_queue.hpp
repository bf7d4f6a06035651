// Programs, kernels and command queues of the C++ bindings; included by opencl.hpp.
#pragma once

namespace cl {

class Program : public Handle<cl_program> {
 public:
  typedef std::vector<std::string> Sources;
  typedef std::vector<std::vector<unsigned char>> Binaries;
  Program() {}
  explicit Program(cl_program program, bool = false) : Handle(program) {}
  Program(const std::string& source, bool build_now = false, cl_int* code = nullptr) {
    create(source, build_now, code);
  }
  Program(const Context&, const std::string& source, bool build_now = false,
          cl_int* code = nullptr) {
    create(source, build_now, code);
  }
  Program(const Context&, const Sources& sources, cl_int* code = nullptr) { join(sources, code); }
  Program(const Sources& sources, cl_int* code = nullptr) { join(sources, code); }
  // The older bindings give each source as a pointer and a length.
  Program(const Context&, const std::vector<std::pair<const char*, size_t>>& sources,
          cl_int* code = nullptr) {
    Sources texts;
    for (size_t i = 0; i < sources.size(); ++i)
      texts.push_back(std::string(sources[i].first));
    join(texts, code);
  }
  cl_int build(const char* options = nullptr, __kcast_cl_program_callback = nullptr,
               void* = nullptr) const {
    return clBuildProgram(object_, 0, nullptr, options, nullptr, nullptr);
  }
  cl_int build(const std::string& options) const { return build(options.c_str()); }
  cl_int build(const std::vector<Device>&, const char* options = nullptr,
               __kcast_cl_program_callback = nullptr, void* = nullptr) const {
    return build(options);
  }
  cl_int build(const std::vector<Device>&, const std::string& options) const {
    return build(options.c_str());
  }
  cl_int build(const Device&, const char* options = nullptr) const { return build(options); }
  cl_int compile(const char* options = nullptr) const { return build(options); }
  template <class T>
  cl_int getBuildInfo(const Device&, cl_program_build_info, T*) const {
    return CL_SUCCESS;
  }
  template <cl_uint kQuestion>
  typename Answer<kQuestion>::Type getBuildInfo(const Device&, cl_int* code = nullptr) const {
    __kcast_cl_ok(code);
    return typename Answer<kQuestion>::Type();
  }
  template <cl_uint kQuestion>
  std::vector<std::pair<Device, typename Answer<kQuestion>::Type>> getBuildInfo(
      cl_int* code = nullptr) const {
    __kcast_cl_ok(code);
    return {};
  }

 private:
  void create(const std::string& source, bool build_now, cl_int* code) {
    const char* text = source.c_str();
    object_ = clCreateProgramWithSource(nullptr, 1, &text, nullptr, code);
    if (build_now) build();
  }
  void join(const Sources& sources, cl_int* code) {
    std::string text;
    for (size_t i = 0; i < sources.size(); ++i)
      text += sources[i];
    create(text, false, code);
  }
};

class Kernel : public Handle<cl_kernel> {
 public:
  Kernel() {}
  explicit Kernel(cl_kernel kernel, bool = false) : Handle(kernel) {}
  Kernel(const Program& program, const char* name, cl_int* code = nullptr) {
    object_ = clCreateKernel(program(), name, code);
  }
  Kernel(const Program& program, const std::string& name, cl_int* code = nullptr) {
    object_ = clCreateKernel(program(), name.c_str(), code);
  }
  template <class T>
  cl_int setArg(cl_uint index, const Handle<T>& value) {
    return clSetKernelArg(object_, index, sizeof(T), &value());
  }
  cl_int setArg(cl_uint index, const Buffer& value) {
    return clSetKernelArg(object_, index, sizeof(cl_mem), &value());
  }
  cl_int setArg(cl_uint index, const Memory& value) {
    return clSetKernelArg(object_, index, sizeof(cl_mem), &value());
  }
  cl_int setArg(cl_uint index, const Image1D& value) {
    return clSetKernelArg(object_, index, sizeof(cl_mem), &value());
  }
  cl_int setArg(cl_uint index, const Image2D& value) {
    return clSetKernelArg(object_, index, sizeof(cl_mem), &value());
  }
  cl_int setArg(cl_uint index, const Image2DArray& value) {
    return clSetKernelArg(object_, index, sizeof(cl_mem), &value());
  }
  cl_int setArg(cl_uint index, const Image3D& value) {
    return clSetKernelArg(object_, index, sizeof(cl_mem), &value());
  }
  cl_int setArg(cl_uint index, const Sampler& value) {
    return clSetKernelArg(object_, index, sizeof(cl_sampler), &value());
  }
  cl_int setArg(cl_uint index, const LocalSpaceArg& value) {
    return clSetKernelArg(object_, index, value.size_, nullptr);
  }
  template <class T>
  cl_int setArg(cl_uint index, const T& value) {
    return clSetKernelArg(object_, index, sizeof(T), &value);
  }
  cl_int setArg(cl_uint index, size_t size, const void* value) {
    return clSetKernelArg(object_, index, size, value);
  }
  void set_args(cl_uint) {}
  template <class T, class... Rest>
  void set_args(cl_uint index, const T& value, const Rest&... rest) {
    setArg(index, value);
    set_args(index + 1, rest...);
  }
  template <class T>
  cl_int getWorkGroupInfo(const Device& device, cl_kernel_work_group_info question,
                          T* result) const {
    return clGetKernelWorkGroupInfo(object_, device(), question, sizeof(T), result, nullptr);
  }
  template <cl_uint kQuestion>
  typename Answer<kQuestion>::Type getWorkGroupInfo(const Device& device,
                                                    cl_int* code = nullptr) const {
    typename Answer<kQuestion>::Type result;
    clGetKernelWorkGroupInfo(object_, device(), kQuestion, sizeof(result), &result, nullptr);
    __kcast_cl_ok(code);
    return result;
  }
};

enum class QueueProperties : cl_command_queue_properties {
  None = 0,
  Profiling = CL_QUEUE_PROFILING_ENABLE,
  OutOfOrder = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
};
typedef std::vector<Event> Events;

class CommandQueue : public Handle<cl_command_queue> {
 public:
  CommandQueue() { create(nullptr); }
  explicit CommandQueue(cl_command_queue queue, bool = false) : Handle(queue) {}
  explicit CommandQueue(cl_command_queue_properties, cl_int* code = nullptr) { create(code); }
  explicit CommandQueue(QueueProperties, cl_int* code = nullptr) { create(code); }
  explicit CommandQueue(const Context&, cl_command_queue_properties = 0, cl_int* code = nullptr) {
    create(code);
  }
  CommandQueue(const Context&, const Device&, cl_command_queue_properties = 0,
               cl_int* code = nullptr) {
    create(code);
  }
  CommandQueue(const Context&, const Device&, QueueProperties, cl_int* code = nullptr) {
    create(code);
  }
  static CommandQueue getDefault(cl_int* code = nullptr) {
    __kcast_cl_ok(code);
    return CommandQueue();
  }
  static CommandQueue setDefault(const CommandQueue& queue) { return queue; }

  cl_int enqueueNDRangeKernel(const Kernel& kernel, const NDRange&, const NDRange& global,
                              const NDRange& local = NullRange, const Events* = nullptr,
                              Event* event = nullptr) const {
    __kcast_cl_enqueue(kernel()->number, (unsigned)global.dimensions(), global.get(),
                       local.dimensions() != 0 ? local.get() : nullptr);
    return done(event);
  }
  cl_int enqueueTask(const Kernel& kernel, const Events* = nullptr, Event* event = nullptr) const {
    return enqueueNDRangeKernel(kernel, NullRange, NDRange(1), NDRange(1), nullptr, event);
  }
  cl_int enqueueReadBuffer(const Buffer& from, cl_bool blocking, size_t offset, size_t size,
                           void* host, const Events* = nullptr, Event* event = nullptr) const {
    clEnqueueReadBuffer(object_, from(), blocking, offset, size, host, 0, nullptr, nullptr);
    return done(event);
  }
  cl_int enqueueWriteBuffer(const Buffer& to, cl_bool blocking, size_t offset, size_t size,
                            const void* host, const Events* = nullptr,
                            Event* event = nullptr) const {
    clEnqueueWriteBuffer(object_, to(), blocking, offset, size, host, 0, nullptr, nullptr);
    return done(event);
  }
  cl_int enqueueCopyBuffer(const Buffer& from, const Buffer& to, size_t from_offset,
                           size_t to_offset, size_t size, const Events* = nullptr,
                           Event* event = nullptr) const {
    clEnqueueCopyBuffer(object_, from(), to(), from_offset, to_offset, size, 0, nullptr, nullptr);
    return done(event);
  }
  template <class T>
  cl_int enqueueFillBuffer(const Buffer& buffer, T pattern, size_t offset, size_t size,
                           const Events* = nullptr, Event* event = nullptr) const {
    __kcast_fill(__kcast_cl_bytes(buffer()) + offset, &pattern, sizeof(T), size / sizeof(T));
    return done(event);
  }
  void* enqueueMapBuffer(const Buffer& buffer, cl_bool, cl_map_flags, size_t offset, size_t,
                         const Events* = nullptr, Event* event = nullptr,
                         cl_int* code = nullptr) const {
    __kcast_cl_ok(code);
    done(event);
    return __kcast_cl_bytes(buffer()) + offset;
  }
  cl_int enqueueUnmapMemObject(const Memory&, void*, const Events* = nullptr,
                               Event* event = nullptr) const {
    return done(event);
  }
  // Images are read and written with origins and regions of any array type.
  template <class Array>
  cl_int enqueueReadImage(const Image&, cl_bool, const Array&, const Array&, size_t, size_t,
                          void* host, const Events* = nullptr, Event* event = nullptr) const {
    __kcast_forget(host);
    return done(event);
  }
  template <class Array>
  cl_int enqueueWriteImage(const Image& image, cl_bool, const Array&, const Array&, size_t, size_t,
                           const void*, const Events* = nullptr, Event* event = nullptr) const {
    __kcast_forget(image());
    return done(event);
  }
  cl_int enqueueMigrateMemObjects(const std::vector<Memory>&, cl_mem_migration_flags,
                                  const Events* = nullptr, Event* event = nullptr) const {
    return done(event);
  }
  cl_int enqueueMarkerWithWaitList(const Events* = nullptr, Event* event = nullptr) const {
    return done(event);
  }
  cl_int enqueueBarrierWithWaitList(const Events* = nullptr, Event* event = nullptr) const {
    return done(event);
  }
  cl_int flush() const { return CL_SUCCESS; }
  cl_int finish() const { return CL_SUCCESS; }

 private:
  void create(cl_int* code) {
    __kcast_cl_ok(code);
    object_ = (cl_command_queue)__kcast_host_alloc(8);
  }
  static cl_int done(Event* event) {
    if (event) *event = Event((cl_event)__kcast_host_alloc(8));
    return CL_SUCCESS;
  }
};

// The sizes of a launch, as functors take them.
class EnqueueArgs {
 public:
  EnqueueArgs(NDRange global) : global_(global) {}
  EnqueueArgs(NDRange global, NDRange local) : global_(global), local_(local) {}
  EnqueueArgs(NDRange, NDRange global, NDRange local) : global_(global), local_(local) {}
  EnqueueArgs(const CommandQueue&, NDRange global) : global_(global) {}
  EnqueueArgs(const CommandQueue&, NDRange global, NDRange local)
      : global_(global), local_(local) {}
  EnqueueArgs(const CommandQueue&, NDRange, NDRange global, NDRange local)
      : global_(global), local_(local) {}
  NDRange global_;
  NDRange local_;
};

template <class... Arguments>
class KernelFunctor {
 public:
  KernelFunctor(Kernel kernel) : kernel_(kernel) {}
  KernelFunctor(const Program& program, const std::string& name, cl_int* code = nullptr)
      : kernel_(program, name, code) {}
  Event operator()(const EnqueueArgs& sizes, Arguments... arguments) {
    kernel_.set_args(0, arguments...);
    Event event;
    CommandQueue().enqueueNDRangeKernel(kernel_, NullRange, sizes.global_, sizes.local_, nullptr,
                                        &event);
    return event;
  }
  Kernel getKernel() { return kernel_; }

 private:
  Kernel kernel_;
};
template <class... Arguments>
using make_kernel = KernelFunctor<Arguments...>;

template <class Iterator>
cl_int copy(Iterator first, Iterator last, Buffer& to) {
  __kcast_copy(to(), &*first, (size_t)(last - first) * sizeof(*first));
  return CL_SUCCESS;
}
template <class Iterator>
cl_int copy(const Buffer& from, Iterator first, Iterator last) {
  __kcast_copy(&*first, from(), (size_t)(last - first) * sizeof(*first));
  return CL_SUCCESS;
}
template <class Iterator>
cl_int copy(const CommandQueue&, Iterator first, Iterator last, Buffer& to) {
  return copy(first, last, to);
}
template <class Iterator>
cl_int copy(const CommandQueue&, const Buffer& from, Iterator first, Iterator last) {
  return copy(from, first, last);
}
inline cl_int finish() {
  return CL_SUCCESS;
}
inline cl_int WaitForEvents(const Events&) {
  return CL_SUCCESS;
}

}  // namespace cl
