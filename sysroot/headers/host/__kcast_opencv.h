// As much of OpenCV as kernels on its images use: views of device memory, small vectors, saturation.
#ifndef KCAST_OPENCV_H
#define KCAST_OPENCV_H
#include <__kcast_host.h>
#include <cfloat>
#include <climits>
#include <cmath>
#include <limits>
#include <type_traits>
#ifdef __CUDA__
#include <cuda_runtime.h>
#define KCAST_CV __host__ __device__ __forceinline__
#else
#define KCAST_CV inline
#endif
#define CV_PI 3.1415926535897932384626433832795
#define CV_PI_F ((float)CV_PI)
#define CV_Assert(...) ((void)0)
#define CV_DbgAssert(...) ((void)0)
#define CV_StaticAssert(condition, reason) static_assert(condition, reason)
#define CV_UNUSED(name) (void)name
#define cudaSafeCall(call) ((void)(call))
#define cvCudaSafeCall(call) ((void)(call))
typedef unsigned char uchar;
typedef signed char schar;
typedef unsigned short ushort;
typedef unsigned int uint;

namespace cv {
using ::schar;
using ::uchar;
using ::uint;
using ::ushort;
namespace cuda {
template <class T>
struct DevPtr {
  typedef T elem_type;
  typedef int index_type;
  enum { elem_size = sizeof(T) };
  T* data;
  KCAST_CV DevPtr() : data(nullptr) {}
  KCAST_CV DevPtr(T* p) : data(p) {}
  KCAST_CV size_t elemSize() const { return elem_size; }
  KCAST_CV operator T*() { return data; }
  KCAST_CV operator const T*() const { return data; }
};
template <class T>
struct PtrSz : DevPtr<T> {
  size_t size;
  KCAST_CV PtrSz() : size(0) {}
  KCAST_CV PtrSz(T* p, size_t n) : DevPtr<T>(p), size(n) {}
};
// Rows of an image, `step` bytes apart.
template <class T>
struct PtrStep : DevPtr<T> {
  size_t step;
  KCAST_CV PtrStep() : step(0) {}
  KCAST_CV PtrStep(T* p, size_t bytes) : DevPtr<T>(p), step(bytes) {}
  KCAST_CV T* ptr(int y = 0) { return (T*)((char*)this->data + y * step); }
  KCAST_CV const T* ptr(int y = 0) const { return (const T*)((const char*)this->data + y * step); }
  KCAST_CV T& operator()(int y, int x) { return ptr(y)[x]; }
  KCAST_CV const T& operator()(int y, int x) const { return ptr(y)[x]; }
};
template <class T>
struct PtrStepSz : PtrStep<T> {
  int cols, rows;
  KCAST_CV PtrStepSz() : cols(0), rows(0) {}
  KCAST_CV PtrStepSz(int h, int w, T* p, size_t bytes) : PtrStep<T>(p, bytes), cols(w), rows(h) {}
  template <class U>
  KCAST_CV explicit PtrStepSz(const PtrStepSz<U>& other)
      : PtrStep<T>((T*)other.data, other.step), cols(other.cols), rows(other.rows) {}
};
typedef PtrStepSz<unsigned char> PtrStepSzb;
typedef PtrStepSz<unsigned short> PtrStepSzus;
typedef PtrStepSz<float> PtrStepSzf;
typedef PtrStepSz<int> PtrStepSzi;
typedef PtrStep<unsigned char> PtrStepb;
typedef PtrStep<unsigned short> PtrStepus;
typedef PtrStep<float> PtrStepf;
typedef PtrStep<int> PtrStepi;

// An image: its size is the program's input.
class GpuMat {
 public:
  int rows = __kcast_unknown<int>("image rows", "the image is input");
  int cols = __kcast_unknown<int>("image columns", "the image is input");
  size_t step = __kcast_unknown<size_t>("image step", "the image is input");
  uchar* data = __kcast_unknown<uchar*>("image data", "the image is input");
  GpuMat() {}
  template <class... A>
  explicit GpuMat(const A&...) {}
  template <class T>
  T* ptr(int y = 0) const {
    return (T*)(data + y * step);
  }
  uchar* ptr(int y = 0) const { return data + y * step; }
  bool empty() const { return false; }
  bool isContinuous() const { return true; }
  template <class... A>
  void create(const A&...) {}
  template <class... A>
  void upload(const A&...) {}
  template <class... A>
  void download(A&&...) const {}
  template <class... A>
  GpuMat& setTo(const A&...) {
    return *this;
  }
  template <class T>
  operator PtrStepSz<T>() const {
    return PtrStepSz<T>(rows, cols, (T*)data, step);
  }
  template <class T>
  operator PtrStep<T>() const {
    return PtrStep<T>((T*)data, step);
  }
};
class Stream {
 public:
  static Stream& Null() {
    static Stream none;
    return none;
  }
  void waitForCompletion() {}
  explicit operator bool() const { return false; }
};
#ifdef __CUDA__
struct StreamAccessor {
  static cudaStream_t getStream(const Stream&) { return 0; }
};
#endif

namespace device {
using ::schar;
using ::uchar;
using ::uint;
using ::ushort;
using cv::cuda::PtrStep;
using cv::cuda::PtrStepSz;
KCAST_CV int divUp(int total, int grain) { return (total + grain - 1) / grain; }
#ifdef __CUDA__
template <class T, int N>
struct TypeVec;
template <class T>
struct VecTraits;
#define KCAST_SCALAR(T, name)            \
  template <>                            \
  struct TypeVec<T, 1> {                 \
    typedef T vec_type;                  \
  };                                     \
  template <>                            \
  struct VecTraits<T> {                  \
    typedef T elem_type;                 \
    enum { cn = 1 };                     \
    static KCAST_CV T all(T v) { return v; } \
    static KCAST_CV T make(T v) { return v; } \
  };                                     \
  KCAST_VECTOR(T, 1, name##1, v)         \
  KCAST_VECTOR(T, 2, name##2, v, v)      \
  KCAST_VECTOR(T, 3, name##3, v, v, v)   \
  KCAST_VECTOR(T, 4, name##4, v, v, v, v)
#define KCAST_VECTOR(T, n, V, ...)                        \
  template <>                                             \
  struct TypeVec<V, n> {                                  \
    typedef V vec_type;                                   \
  };                                                      \
  KCAST_VECTOR_OF_##n(T, V)                               \
  template <>                                             \
  struct VecTraits<V> {                                   \
    typedef T elem_type;                                  \
    enum { cn = n };                                      \
    static KCAST_CV V all(T v) { return V{__VA_ARGS__}; } \
    template <class... A>                                 \
    static KCAST_CV V make(A... a) {                      \
      return V{(T)a...};                                  \
    }                                                     \
  };
#define KCAST_VECTOR_OF_1(T, V)
#define KCAST_VECTOR_OF_2(T, V) template <> struct TypeVec<T, 2> { typedef V vec_type; };
#define KCAST_VECTOR_OF_3(T, V) template <> struct TypeVec<T, 3> { typedef V vec_type; };
#define KCAST_VECTOR_OF_4(T, V) template <> struct TypeVec<T, 4> { typedef V vec_type; };
KCAST_SCALAR(uchar, uchar)
KCAST_SCALAR(ushort, ushort)
KCAST_SCALAR(short, short)
KCAST_SCALAR(int, int)
KCAST_SCALAR(uint, uint)
KCAST_SCALAR(float, float)
KCAST_SCALAR(double, double)
#undef KCAST_SCALAR
#undef KCAST_VECTOR
#undef KCAST_VECTOR_OF_1
#undef KCAST_VECTOR_OF_2
#undef KCAST_VECTOR_OF_3
#undef KCAST_VECTOR_OF_4

// Rounded, and held within the limits of the type.
template <class T, class U>
KCAST_CV T saturate_cast(U v) {
  if constexpr (!std::is_integral<T>::value) {
    return (T)v;
  } else {
    constexpr double low = (double)std::numeric_limits<T>::min(), high = (double)std::numeric_limits<T>::max();
    if constexpr (std::is_integral<U>::value && sizeof(U) < 8) {
      const long long wide = (long long)v;
      return (T)(wide < (long long)low ? (long long)low : wide > (long long)high ? (long long)high : wide);
    } else {
      const int rounded = (int)rintf((float)v);
      return sizeof(T) >= 4 ? (T)rounded : (T)(rounded < (int)low ? (int)low : rounded > (int)high ? (int)high : rounded);
    }
  }
}
template <class T>
struct numeric_limits : std::numeric_limits<T> {};
#endif
}  // namespace device
}  // namespace cuda
}  // namespace cv
#endif
