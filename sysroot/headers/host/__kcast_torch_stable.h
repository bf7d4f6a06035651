// LibTorch's stable interface: the same tensors by other names.
#ifndef KCAST_TORCH_STABLE_H
#define KCAST_TORCH_STABLE_H
#include <__kcast_torch.h>
#define STD_TORCH_CHECK(...) ((void)0)
#define STD_CUDA_CHECK(call) ((void)(call))
#define STD_CUDA_KERNEL_LAUNCH_CHECK() ((void)0)
#define TORCH_ERROR_CODE_CHECK(call) ((void)(call))
#define TORCH_BOX(f) (f)
#define KCAST_BIND_3(prefix, a, m) static inline void prefix##a(torch::Library& m)
#define STABLE_TORCH_LIBRARY(name, m) KCAST_BIND_3(__kcast_stable_library_, name, m)
#define STABLE_TORCH_LIBRARY_FRAGMENT(name, m) KCAST_BIND_3(__kcast_stable_fragment_, name, m)
#define STABLE_TORCH_LIBRARY_IMPL(name, key, m) KCAST_BIND_3(__kcast_stable_impl_##name, key, m)
#define THO_DISPATCH_SWITCH(type, name, ...) [&] { __VA_ARGS__ }()
#define THO_PRIVATE_CASE_TYPE_USING_HINT(which, hint, ...)   \
  {                                                          \
    using hint = typename c10::__kcast_scalar<which>::type;  \
    return __VA_ARGS__();                                    \
  }
#define THO_DISPATCH_CASE(which, ...) THO_PRIVATE_CASE_TYPE_USING_HINT(which, scalar_t, __VA_ARGS__)
#define THO_DISPATCH_CASE_TMPL(which, ...) THO_DISPATCH_CASE(which, __VA_ARGS__)
typedef int32_t AOTITorchError;
inline AOTITorchError aoti_torch_get_current_cuda_stream(int32_t, void** stream) {
  *stream = nullptr;
  return 0;
}
inline AOTITorchError torch_get_current_cuda_blas_handle(void** handle) {
  *handle = nullptr;
  return 0;
}
namespace torch {
namespace headeronly {
typedef c10::IntArrayRef IntHeaderOnlyArrayRef;
template <class _T>
using HeaderOnlyArrayRef = std::vector<_T>;
inline const char* toString(ScalarType) { return ""; }
inline size_t elementSize(ScalarType) { return 4; }
}  // namespace headeronly
namespace stable {
using at::Tensor;
using c10::Device;
using c10::DeviceType;
using namespace at;
#define KCAST_MAKE(name)                                        \
  template <class... _A>                                        \
  inline Tensor name(_A&&...) {                                 \
    return Tensor();                                            \
  }                                                             \
  template <class... _A>                                        \
  inline Tensor name(std::initializer_list<int64_t>, _A&&...) { \
    return Tensor();                                            \
  }                                                             \
  template <class... _A>                                        \
  inline Tensor name(const Tensor&, std::initializer_list<int64_t>, _A&&...) { \
    return Tensor();                                            \
  }
KCAST_MAKE(empty) KCAST_MAKE(full) KCAST_MAKE(new_empty) KCAST_MAKE(new_zeros) KCAST_MAKE(empty_like) KCAST_MAKE(contiguous)
KCAST_MAKE(view) KCAST_MAKE(reshape) KCAST_MAKE(narrow) KCAST_MAKE(select) KCAST_MAKE(copy_) KCAST_MAKE(zero_) KCAST_MAKE(fill_)
KCAST_MAKE(transpose) KCAST_MAKE(to) KCAST_MAKE(pad) KCAST_MAKE(flatten) KCAST_MAKE(clone) KCAST_MAKE(from_blob) KCAST_MAKE(sum)
KCAST_MAKE(squeeze) KCAST_MAKE(unsqueeze) KCAST_MAKE(matmul)
#undef KCAST_MAKE
namespace accelerator {
struct DeviceGuard {
  template <class... _A>
  explicit DeviceGuard(_A&&...) {}
};
struct Stream {
  int64_t id() const { return 0; }
};
template <class... _A>
inline Stream getCurrentStream(_A&&...) {
  return Stream();
}
inline int32_t getCurrentDeviceIndex() { return 0; }
}  // namespace accelerator
}  // namespace stable
}  // namespace torch
#endif
