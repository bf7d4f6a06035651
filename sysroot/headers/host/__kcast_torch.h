// As much of LibTorch as files with kernels of extensions use. Tensors come from Python, so that their sizes and
// data are unknown; operators of the library launch kernels that are not the program's, and do nothing.
// Where types are dispatched at run time, the first of the usual ones is taken: float.
#ifndef KCAST_TORCH_H
#define KCAST_TORCH_H
#include <__kcast_torch_numbers.h>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <tuple>
#include <vector>
#define TORCH_VERSION_MAJOR 2
#define TORCH_VERSION_MINOR 4
#define TORCH_API
#define C10_API
#define C10_EXPORT
#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_LAUNCH_BOUNDS_1(a) __launch_bounds__(a)
#define C10_LAUNCH_BOUNDS_2(a, b) __launch_bounds__(a, b)
#define C10_LIKELY(x) (x)
#define C10_UNLIKELY(x) (x)
#define C10_WARP_SIZE 32
#define C10_ALWAYS_INLINE inline
#define C10_UNUSED
#define TORCH_CHECK(...) ((void)0)
#define TORCH_CHECK_EQ(...) ((void)0)
#define TORCH_INTERNAL_ASSERT(...) ((void)0)
#define TORCH_CHECK_NOT_IMPLEMENTED(...) ((void)0)
#define TORCH_WARN(...) ((void)0)
#define AT_ASSERT(...) ((void)0)
#define AT_ASSERTM(...) ((void)0)
#define AT_ERROR(...) ((void)0)
#define C10_CUDA_CHECK(call) ((void)(call))
#define C10_CUDA_CHECK_WARN(call) ((void)(call))
#define C10_CUDA_KERNEL_LAUNCH_CHECK() ((void)0)
#define C10_CUDA_ERROR_HANDLED(call) (call)
#define AT_CUDA_CHECK(call) ((void)(call))
#define THCudaCheck(call) ((void)(call))
#define TORCH_CUDA_CHECK(call) ((void)(call))

namespace c10 {
enum class ScalarType : signed char {
  Byte, Char, Short, Int, Long, Half, Float, Double, ComplexHalf, ComplexFloat, ComplexDouble, Bool, QInt8, QUInt8, QInt32, BFloat16,
  Float8_e5m2 = 23, Float8_e4m3fn, Float8_e5m2fnuz, Float8_e4m3fnuz, UInt16, UInt32, UInt64, Float8_e8m0fnu = 44, Float4_e2m1fn_x2, Undefined
};
enum class DeviceType : signed char { CPU, CUDA };
enum class MemoryFormat : signed char { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };
enum Layout { kStrided, kSparse };
typedef signed char DeviceIndex;
template <ScalarType _S>
struct __kcast_scalar {
  typedef float type;
};
#define KCAST_SCALAR(name, T)                     \
  template <>                                     \
  struct __kcast_scalar<ScalarType::name> {       \
    typedef T type;                               \
  };
KCAST_SCALAR(Byte, unsigned char)
KCAST_SCALAR(Char, signed char)
KCAST_SCALAR(Short, short)
KCAST_SCALAR(Int, int)
KCAST_SCALAR(Long, int64_t)
KCAST_SCALAR(Half, Half)
KCAST_SCALAR(Double, double)
KCAST_SCALAR(Bool, bool)
KCAST_SCALAR(BFloat16, BFloat16)
#ifdef __CUDA__
KCAST_SCALAR(Float8_e4m3fn, Float8_e4m3fn)
KCAST_SCALAR(Float8_e5m2, Float8_e5m2)
KCAST_SCALAR(Float8_e4m3fnuz, Float8_e4m3fnuz)
#endif
KCAST_SCALAR(UInt16, unsigned short)
KCAST_SCALAR(UInt32, unsigned int)
KCAST_SCALAR(UInt64, unsigned long)
KCAST_SCALAR(ComplexFloat, complex<float>)
KCAST_SCALAR(ComplexDouble, complex<double>)
#undef KCAST_SCALAR
struct Device {
  Device(DeviceType = DeviceType::CUDA, int = 0) {}
  Device(const char*) {}
  bool is_cuda() const { return true; }
  bool is_cpu() const { return false; }
  int index() const { return 0; }
  DeviceType type() const { return DeviceType::CUDA; }
  bool operator==(const Device&) const { return true; }
  bool operator!=(const Device&) const { return false; }
};
// The type of a tensor that comes from Python: it is the one that the code asks for.
struct TypeMeta {
  operator ScalarType() const { return ScalarType::Float; }
  ScalarType toScalarType() const { return ScalarType::Float; }
  size_t itemsize() const { return 4; }
  const char* name() const { return "float"; }
  bool operator==(ScalarType) const { return true; }
  bool operator!=(ScalarType) const { return false; }
  bool operator==(const TypeMeta&) const { return true; }
  bool operator!=(const TypeMeta&) const { return false; }
};
struct TensorOptions {
  TensorOptions() {}
  TensorOptions(ScalarType) {}
  TensorOptions(TypeMeta) {}
  TensorOptions(Device) {}
  TypeMeta dtype() const { return TypeMeta(); }
  Device device() const { return Device(); }
  bool requires_grad() const { return false; }
#define KCAST_OPTION(name)                       \
  template <class _A, class... _B>               \
  TensorOptions name(_A&&, _B&&...) const {      \
    return *this;                                \
  }
  KCAST_OPTION(dtype)
  KCAST_OPTION(device)
  KCAST_OPTION(layout)
  KCAST_OPTION(requires_grad)
  KCAST_OPTION(memory_format)
  KCAST_OPTION(device_index)
#undef KCAST_OPTION
};
struct IntArrayRef {
  std::vector<int64_t> values;
  IntArrayRef() {}
  IntArrayRef(std::initializer_list<int64_t> v) : values(v) {}
  IntArrayRef(const std::vector<int64_t>& v) : values(v) {}
  int64_t operator[](size_t) const { return __kcast_unknown<int64_t>("tensor size", "the tensor comes from Python"); }
  size_t size() const { return __kcast_unknown<size_t>("tensor dimensions", "the tensor comes from Python"); }
  std::vector<int64_t> vec() const { return values; }
  const int64_t* begin() const { return values.data(); }
  const int64_t* end() const { return values.data() + values.size(); }
};
typedef IntArrayRef IntList;
template <class _T>
using optional = std::optional<_T>;
template <class _T>
using ArrayRef = std::vector<_T>;
inline constexpr std::nullopt_t nullopt = std::nullopt;
template <class _T>
struct MaybeOwned {
  _T value;
  const _T& operator*() const { return value; }
};
template <class... _A>
inline std::string str(_A&&...) {
  return std::string();
}
}  // namespace c10

namespace at {
using namespace c10;
typedef c10::ScalarType ScalarType;
inline constexpr ScalarType kByte = ScalarType::Byte, kChar = ScalarType::Char, kShort = ScalarType::Short, kInt = ScalarType::Int,
                            kLong = ScalarType::Long, kHalf = ScalarType::Half, kFloat = ScalarType::Float, kDouble = ScalarType::Double,
                            kBool = ScalarType::Bool, kBFloat16 = ScalarType::BFloat16, kFloat16 = ScalarType::Half,
                            kFloat32 = ScalarType::Float, kFloat64 = ScalarType::Double, kInt32 = ScalarType::Int,
                            kInt64 = ScalarType::Long, kInt8 = ScalarType::Char, kUInt8 = ScalarType::Byte, kInt16 = ScalarType::Short,
                            kComplexFloat = ScalarType::ComplexFloat, kFloat8_e4m3fn = ScalarType::Float8_e4m3fn,
                            kFloat8_e5m2 = ScalarType::Float8_e5m2;
inline constexpr DeviceType kCUDA = DeviceType::CUDA, kCPU = DeviceType::CPU;
struct Scalar {
  template <class _T>
  Scalar(_T) {}
  template <class _T>
  _T to() const {
    return __kcast_unknown<_T>("scalar", "it comes from Python");
  }
};
template <class _T>
struct DefaultPtrTraits {
  typedef _T* PtrType;
};
template <class _T>
struct RestrictPtrTraits {
  typedef _T* __restrict__ PtrType;
};
// A view of a tensor that kernels take by value, with sizes and strides.
template <class _T, size_t _N, template <class> class _Traits = DefaultPtrTraits, class _I = int64_t>
struct TensorAccessor {
  _T* data_;
  const _I* sizes_;
  const _I* strides_;
  KCAST_HD TensorAccessor<_T, _N - 1, _Traits, _I> operator[](_I i) const {
    return {data_ + i * strides_[0], sizes_ + 1, strides_ + 1};
  }
  KCAST_HD _I size(_I i) const { return sizes_[i]; }
  KCAST_HD _I stride(_I i) const { return strides_[i]; }
  KCAST_HD _T* data() const { return data_; }
};
template <class _T, template <class> class _Traits, class _I>
struct TensorAccessor<_T, 1, _Traits, _I> {
  _T* data_;
  const _I* sizes_;
  const _I* strides_;
  KCAST_HD _T& operator[](_I i) const { return data_[i * strides_[0]]; }
  KCAST_HD _I size(_I i) const { return sizes_[i]; }
  KCAST_HD _I stride(_I i) const { return strides_[i]; }
  KCAST_HD _T* data() const { return data_; }
};
template <class _T, size_t _N, template <class> class _Traits = DefaultPtrTraits, class _I = int64_t>
struct GenericPackedTensorAccessor {
  typename _Traits<_T>::PtrType data_;
  _I sizes_[_N];
  _I strides_[_N];
  KCAST_HD decltype(auto) operator[](_I i) const {
    if constexpr (_N == 1) return (data_[i * strides_[0]]);
    else return TensorAccessor<_T, _N - 1, _Traits, _I>{data_ + i * strides_[0], sizes_ + 1, strides_ + 1};
  }
  KCAST_HD _I size(_I i) const { return sizes_[i]; }
  KCAST_HD _I stride(_I i) const { return strides_[i]; }
  KCAST_HD _T* data() const { return data_; }
};
template <class _T, size_t _N, template <class> class _Traits = DefaultPtrTraits>
using PackedTensorAccessor32 = GenericPackedTensorAccessor<_T, _N, _Traits, int32_t>;
template <class _T, size_t _N, template <class> class _Traits = DefaultPtrTraits>
using PackedTensorAccessor64 = GenericPackedTensorAccessor<_T, _N, _Traits, int64_t>;
template <class _T, size_t _N, template <class> class _Traits = DefaultPtrTraits>
using PackedTensorAccessor = PackedTensorAccessor64<_T, _N, _Traits>;

#define KCAST_SAME(name)           \
  template <class... _A>           \
  Tensor name(_A&&...) const {     \
    return Tensor();               \
  }
#define KCAST_SHAPED(name)                                                  \
  KCAST_SAME(name)                                                          \
  template <class... _A>                                                    \
  Tensor name(std::initializer_list<int64_t>, _A&&...) const {              \
    return Tensor();                                                        \
  }
class Tensor {
 public:
  int64_t size(int64_t) const { return __kcast_unknown<int64_t>("tensor size", "the tensor comes from Python"); }
  int64_t stride(int64_t) const { return __kcast_unknown<int64_t>("tensor stride", "the tensor comes from Python"); }
  int64_t numel() const { return __kcast_unknown<int64_t>("tensor elements", "the tensor comes from Python"); }
  int64_t dim() const { return __kcast_unknown<int64_t>("tensor dimensions", "the tensor comes from Python"); }
  int64_t ndimension() const { return dim(); }
  int64_t element_size() const { return 4; }
  int64_t storage_offset() const { return 0; }
  size_t nbytes() const { return (size_t)numel() * 4; }
  IntArrayRef sizes() const { return IntArrayRef(); }
  IntArrayRef strides() const { return IntArrayRef(); }
  ScalarType scalar_type() const { return ScalarType::Float; }
  TypeMeta dtype() const { return TypeMeta(); }
  ScalarType type() const { return ScalarType::Float; }
  ScalarType itemtype() const { return ScalarType::Float; }
  TensorOptions options() const { return TensorOptions(); }
  Device device() const { return Device(); }
  int get_device() const { return 0; }
  DeviceIndex device_index() const { return 0; }
  int32_t get_device_index() const { return 0; }
  bool is_cuda() const { return true; }
  bool is_cpu() const { return false; }
  bool is_contiguous(MemoryFormat = MemoryFormat::Contiguous) const { return true; }
  bool defined() const { return true; }
  bool has_value() const { return true; }
  bool requires_grad() const { return false; }
  bool is_floating_point() const { return true; }
  void* data_ptr() const { return __kcast_unknown<void*>("tensor data", "the tensor comes from Python"); }
  const void* const_data_ptr() const { return data_ptr(); }
  void* mutable_data_ptr() const { return data_ptr(); }
#define KCAST_DATA(name, type)                                                          \
  template <class _T>                                                                   \
  type* name() const {                                                                  \
    return __kcast_unknown<type*>("tensor data", "the tensor comes from Python");       \
  }
  KCAST_DATA(data_ptr, _T)
  KCAST_DATA(data, _T)
  KCAST_DATA(const_data_ptr, const _T)
  KCAST_DATA(mutable_data_ptr, _T)
#undef KCAST_DATA
  template <class _T>
  _T item() const {
    return __kcast_unknown<_T>("tensor item", "the tensor comes from Python");
  }
#define KCAST_ACCESSOR(name, index)                                                                                       \
  template <class _T, size_t _N, template <class> class _Traits = DefaultPtrTraits>                                       \
  GenericPackedTensorAccessor<_T, _N, _Traits, index> name() const {                                                      \
    GenericPackedTensorAccessor<_T, _N, _Traits, index> view;                                                             \
    view.data_ = __kcast_unknown<_T*>("tensor data", "the tensor comes from Python");                                     \
    for (size_t i = 0; i < _N; ++i) {                                                                                     \
      view.sizes_[i] = __kcast_unknown<index>("tensor size", "the tensor comes from Python");                             \
      view.strides_[i] = __kcast_unknown<index>("tensor stride", "the tensor comes from Python");                         \
    }                                                                                                                     \
    return view;                                                                                                          \
  }
  KCAST_ACCESSOR(packed_accessor32, int32_t)
  KCAST_ACCESSOR(packed_accessor64, int64_t)
  KCAST_ACCESSOR(packed_accessor, int64_t)
  KCAST_ACCESSOR(generic_packed_accessor, int64_t)
  KCAST_ACCESSOR(accessor, int64_t)
#undef KCAST_ACCESSOR
  template <class _I>
  Tensor operator[](_I) const {
    return Tensor();
  }
  KCAST_SAME(contiguous) KCAST_SHAPED(view) KCAST_SHAPED(reshape) KCAST_SAME(to) KCAST_SAME(clone) KCAST_SAME(detach) KCAST_SAME(cuda)
  KCAST_SAME(cpu) KCAST_SAME(transpose) KCAST_SHAPED(permute) KCAST_SAME(t) KCAST_SAME(unsqueeze) KCAST_SAME(squeeze) KCAST_SHAPED(sum)
  KCAST_SAME(mean) KCAST_SAME(max) KCAST_SAME(min) KCAST_SAME(zero_) KCAST_SAME(fill_) KCAST_SAME(copy_) KCAST_SAME(slice)
  KCAST_SAME(narrow) KCAST_SAME(select) KCAST_SHAPED(index) KCAST_SHAPED(expand) KCAST_SAME(expand_as) KCAST_SAME(flatten) KCAST_SAME(mul)
  KCAST_SAME(add) KCAST_SAME(sub) KCAST_SAME(div) KCAST_SAME(add_) KCAST_SAME(mul_) KCAST_SAME(matmul) KCAST_SAME(mm) KCAST_SAME(bmm)
  KCAST_SAME(sqrt) KCAST_SAME(exp) KCAST_SHAPED(resize_) KCAST_SAME(view_as) KCAST_SAME(type_as) KCAST_SAME(toType) KCAST_SHAPED(repeat)
  KCAST_SAME(cumsum) KCAST_SAME(index_select) KCAST_SAME(masked_select) KCAST_SAME(nonzero) KCAST_SAME(set_requires_grad)
  KCAST_SAME(operator+) KCAST_SAME(operator-) KCAST_SAME(operator*) KCAST_SAME(operator/)
};
#undef KCAST_SHAPED
#undef KCAST_SAME
typedef std::vector<Tensor> TensorList;
#define KCAST_MAKE(name)             \
  template <class... _A>             \
  inline Tensor name(_A&&...) {      \
    return Tensor();                 \
  }                                  \
  template <class... _A>             \
  inline Tensor name(std::initializer_list<int64_t>, _A&&...) { \
    return Tensor();                 \
  }                                  \
  template <class... _A>             \
  inline Tensor name(std::initializer_list<Tensor>, _A&&...) {  \
    return Tensor();                 \
  }
KCAST_MAKE(empty) KCAST_MAKE(zeros) KCAST_MAKE(ones) KCAST_MAKE(full) KCAST_MAKE(empty_like) KCAST_MAKE(zeros_like) KCAST_MAKE(ones_like)
KCAST_MAKE(full_like) KCAST_MAKE(arange) KCAST_MAKE(rand) KCAST_MAKE(randn) KCAST_MAKE(randint) KCAST_MAKE(tensor) KCAST_MAKE(cat)
KCAST_MAKE(stack) KCAST_MAKE(from_blob) KCAST_MAKE(empty_strided) KCAST_MAKE(matmul) KCAST_MAKE(sum) KCAST_MAKE(where) KCAST_MAKE(cumsum)
#undef KCAST_MAKE
template <class _T, class _U>
KCAST_HD constexpr _T ceil_div(_T a, _U b) {
  return (a + b - 1) / b;
}
namespace cuda {
#ifdef __CUDA__
struct CUDAStream {
  operator cudaStream_t() const { return 0; }
  cudaStream_t stream() const { return 0; }
  void synchronize() const {}
};
template <class... _A>
inline CUDAStream getCurrentCUDAStream(_A&&...) {
  return CUDAStream();
}
template <class... _A>
inline CUDAStream getDefaultCUDAStream(_A&&...) {
  return CUDAStream();
}
template <class... _A>
inline CUDAStream getStreamFromPool(_A&&...) {
  return CUDAStream();
}
inline cudaDeviceProp* getCurrentDeviceProperties() {
  cudaDeviceProp* properties = new cudaDeviceProp;
  cudaGetDeviceProperties(properties, 0);
  return properties;
}
inline cudaDeviceProp* getDeviceProperties(int) { return getCurrentDeviceProperties(); }
inline int warp_size() { return 32; }
#endif
struct CUDAGuard {
  template <class _D>
  explicit CUDAGuard(_D) {}
};
struct OptionalCUDAGuard {
  OptionalCUDAGuard() {}
  template <class _D>
  explicit OptionalCUDAGuard(_D) {}
};
template <class _D>
inline void set_device(_D) {}
inline int current_device() { return 0; }
}  // namespace cuda
inline const Device device_of(const Tensor&) { return Device(); }
}  // namespace at
namespace c10 {
namespace cuda {
using namespace at::cuda;
}
}  // namespace c10
namespace torch {
using namespace at;
using at::Tensor;
namespace cuda {
using namespace at::cuda;
}
inline constexpr at::Layout kStrided = at::Layout::kStrided;
template <class... _A>
inline TensorOptions dtype(_A&&...) {
  return TensorOptions();
}
template <class... _A>
inline TensorOptions device(_A&&...) {
  return TensorOptions();
}
struct Library {
  template <class... _A>
  Library& def(const char*, _A&&...) {
    return *this;
  }
  template <class... _A>
  Library& impl(const char*, _A&&...) {
    return *this;
  }
  const char*& doc() { return text; }
  const char* text;
};
namespace headeronly {
using namespace c10;
}
namespace indexing {}
}  // namespace torch
namespace pybind11 {
typedef torch::Library module_;
typedef torch::Library module;
struct object {};
template <class... _A>
inline int arg(_A&&...) {
  return 0;
}
}  // namespace pybind11
namespace py = pybind11;
#define TORCH_EXTENSION_NAME kcast_extension
#define PYBIND11_MODULE(name, m) static inline void __kcast_bind(torch::Library& m)
#define KCAST_BIND_2(prefix, a, m) static inline void prefix##a(torch::Library& m)
#define TORCH_LIBRARY(name, m) KCAST_BIND_2(__kcast_library_, name, m)
#define TORCH_LIBRARY_FRAGMENT(name, m) KCAST_BIND_2(__kcast_fragment_, name, m)
#define TORCH_LIBRARY_IMPL(name, key, m) KCAST_BIND_2(__kcast_impl_##name, key, m)
#define TORCH_FN(f) (f)

#define KCAST_DISPATCH(T, ...)  \
  [&] {                         \
    using scalar_t = T;         \
    return __VA_ARGS__();       \
  }()
#define AT_DISPATCH_FLOATING_TYPES(type, name, ...) KCAST_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(type, name, ...) KCAST_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND(a, type, name, ...) KCAST_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND2(a, b, type, name, ...) KCAST_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND3(a, b, c, type, name, ...) KCAST_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(type, name, ...) KCAST_DISPATCH(at::Half, __VA_ARGS__)
#define AT_DISPATCH_INTEGRAL_TYPES(type, name, ...) KCAST_DISPATCH(int, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES(type, name, ...) KCAST_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND(a, type, name, ...) KCAST_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND2(a, b, type, name, ...) KCAST_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND3(a, b, c, type, name, ...) KCAST_DISPATCH(float, __VA_ARGS__)
#define AT_DISPATCH_COMPLEX_TYPES(type, name, ...) KCAST_DISPATCH(c10::complex<float>, __VA_ARGS__)
#define AT_DISPATCH_INDEX_TYPES(type, name, ...) \
  [&] {                                          \
    using index_t = int64_t;                     \
    return __VA_ARGS__();                        \
  }()
#define AT_DISPATCH_SWITCH(type, name, ...) [&] { __VA_ARGS__ }()
#define AT_DISPATCH_CASE(which, ...)                               \
  {                                                                \
    using scalar_t = typename c10::__kcast_scalar<which>::type;    \
    return __VA_ARGS__();                                          \
  }
#define AT_DISPATCH_CASE_FLOATING_TYPES(...) AT_DISPATCH_CASE(at::ScalarType::Float, __VA_ARGS__)
#endif
