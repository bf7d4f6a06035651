// Buffers, images and samplers of the C++ bindings; included by opencl.hpp.
#pragma once

namespace cl {

class Memory : public Handle<cl_mem> {
 public:
  Memory() {}
  explicit Memory(cl_mem memory, bool = false) : Handle(memory) {}
  KCAST_CL_QUERY(clGetMemObjectInfo(object_, question, size, value, used), cl_mem_info)
};

class Buffer : public Memory {
 public:
  Buffer() {}
  explicit Buffer(cl_mem memory, bool = false) : Memory(memory) {}
  Buffer(const Context& context, cl_mem_flags flags, size_t size, void* host = nullptr,
         cl_int* code = nullptr) {
    object_ = clCreateBuffer(context(), flags, size, host, code);
  }
  Buffer(cl_mem_flags flags, size_t size, void* host = nullptr, cl_int* code = nullptr) {
    object_ = clCreateBuffer(nullptr, flags, size, host, code);
  }
  // A range of host elements, copied to the device.
  template <class Iterator>
  Buffer(Iterator first, Iterator last, bool read_only, bool use_host = false,
         cl_int* code = nullptr) {
    create(first, last, code);
  }
  template <class Iterator>
  Buffer(const Context&, Iterator first, Iterator last, bool read_only, bool use_host = false,
         cl_int* code = nullptr) {
    create(first, last, code);
  }
  template <class Queue, class Iterator, class = decltype(((Queue*)nullptr)->finish())>
  Buffer(const Queue&, Iterator first, Iterator last, bool read_only, bool use_host = false,
         cl_int* code = nullptr) {
    create(first, last, code);
  }
  Buffer createSubBuffer(cl_mem_flags flags, cl_buffer_create_type type, const void* region,
                         cl_int* code = nullptr) {
    return Buffer(clCreateSubBuffer(object_, flags, type, region, code));
  }

 private:
  template <class Iterator>
  void create(Iterator first, Iterator last, cl_int* code) {
    size_t size = (size_t)(last - first) * sizeof(*first);
    object_ = clCreateBuffer(nullptr, CL_MEM_COPY_HOST_PTR, size,
                             size > 0 ? (void*)&*first : nullptr, code);
  }
};

struct ImageFormat : public cl_image_format {
  ImageFormat() {}
  ImageFormat(cl_channel_order order, cl_channel_type type) {
    image_channel_order = order;
    image_channel_data_type = type;
  }
};
class Image : public Memory {
 public:
  using Memory::Memory;
  Image() {}
  template <class T>
  cl_int getImageInfo(cl_image_info question, T* result) const {
    return clGetImageInfo(object_, question, sizeof(T), result, nullptr);
  }
  template <cl_uint kQuestion>
  size_t getImageInfo(cl_int* code = nullptr) const {
    __kcast_cl_ok(code);
    return __kcast_unknown<size_t>("image property", "run-time query");
  }

 protected:
  void create(cl_mem_flags flags, const ImageFormat& format, size_t pixels, void* host,
              cl_int* code) {
    object_ = __kcast_cl_image(&format, pixels, flags, host, code);
  }
};
class Image1D : public Image {
 public:
  using Image::Image;
  Image1D() {}
  Image1D(const Context&, cl_mem_flags flags, ImageFormat format, size_t width,
          void* host = nullptr, cl_int* code = nullptr) {
    create(flags, format, width, host, code);
  }
};
class Image2D : public Image {
 public:
  using Image::Image;
  Image2D() {}
  Image2D(const Context&, cl_mem_flags flags, ImageFormat format, size_t width, size_t height,
          size_t = 0, void* host = nullptr, cl_int* code = nullptr) {
    create(flags, format, width * height, host, code);
  }
};
class Image2DArray : public Image {
 public:
  using Image::Image;
  Image2DArray() {}
  Image2DArray(const Context&, cl_mem_flags flags, ImageFormat format, size_t layers, size_t width,
               size_t height, size_t = 0, size_t = 0, void* host = nullptr,
               cl_int* code = nullptr) {
    create(flags, format, layers * width * height, host, code);
  }
};
class Image3D : public Image {
 public:
  using Image::Image;
  Image3D() {}
  Image3D(const Context&, cl_mem_flags flags, ImageFormat format, size_t width, size_t height,
          size_t depth, size_t = 0, size_t = 0, void* host = nullptr, cl_int* code = nullptr) {
    create(flags, format, width * height * depth, host, code);
  }
};
class Sampler : public Handle<cl_sampler> {
 public:
  Sampler() {}
  Sampler(const Context& context, cl_bool normalized, cl_addressing_mode addressing,
          cl_filter_mode filter, cl_int* code = nullptr) {
    object_ = clCreateSampler(context(), normalized, addressing, filter, code);
  }
};

}  // namespace cl
