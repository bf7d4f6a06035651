// What the stubs of GPU libraries share. A library call launches kernels that are not the program's; it is
// accepted with any arguments and changes nothing.
#ifndef KCAST_LIBRARY_H
#define KCAST_LIBRARY_H
#include <__kcast_host.h>
#define KCAST_CALL(result, name)          \
  template <class... _A>                  \
  inline result name(_A&&...) {           \
    return (result)0;                     \
  }
#define KCAST_CREATE(result, name)                 \
  template <class _T, class... _A>                 \
  inline result name(_T** handle, _A&&...) {       \
    *handle = (_T*)__kcast_host_alloc(8);          \
    return (result)0;                              \
  }
// A call that gives the size of a work buffer through the named argument from the end.
#define KCAST_SIZE_LAST(result, name)                                        \
  inline void __kcast_size_of_##name() {}                                    \
  template <class _T>                                                        \
  inline void __kcast_size_of_##name(_T&& last) {                            \
    if constexpr (__is_pointer(__kcast_bare<_T>))                          \
      *last = (__kcast_pointee<__kcast_bare<_T>>)__kcast_unknown<int>(#name " size", "run-time query"); \
  }                                                                          \
  template <class _T, class _U, class... _Rest>                              \
  inline void __kcast_size_of_##name(_T&&, _U&& next, _Rest&&... rest) {     \
    __kcast_size_of_##name(static_cast<_U&&>(next), static_cast<_Rest&&>(rest)...); \
  }                                                                          \
  template <class... _A>                                                     \
  inline result name(_A&&... args) {                                         \
    __kcast_size_of_##name(static_cast<_A&&>(args)...);                      \
    return (result)0;                                                        \
  }
#ifndef KCAST_LIBRARY_TYPES
#define KCAST_LIBRARY_TYPES
enum cudaDataType {
  CUDA_R_32F, CUDA_R_64F, CUDA_R_16F, CUDA_R_8I, CUDA_C_32F, CUDA_C_64F, CUDA_C_16F, CUDA_C_8I, CUDA_R_8U, CUDA_C_8U,
  CUDA_R_32I, CUDA_C_32I, CUDA_R_32U, CUDA_C_32U, CUDA_R_16BF, CUDA_C_16BF, CUDA_R_8F_E4M3 = 28, CUDA_R_8F_E5M2
};
typedef cudaDataType cudaDataType_t;
enum libraryPropertyType { MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL };
#endif
#endif
