// The intrinsics of the host evaluator and the macros that every host header stands on.
// The evaluator knows the functions by name; none has a body, so that nothing is ever run.
#ifndef KCAST_HOST_H
#define KCAST_HOST_H

#ifdef __CUDA__
#define KCAST_H __attribute__((host))
#define KCAST_HD __attribute__((host)) __attribute__((device))
#ifndef __host__
#define __host__ __attribute__((host))
#endif
#ifndef __device__
#define __device__ __attribute__((device))
#endif
struct dim3;
#else
#define KCAST_H
#define KCAST_HD
#ifndef __host__
#define __host__
#endif
#ifndef __device__
#define __device__
#endif
#endif

// In C++11 a constexpr member function is const and holds one return statement; what needs more is constexpr from C++14 on.
#if __cplusplus >= 201402L
#define KCAST_CONSTEXPR14 constexpr
#else
#define KCAST_CONSTEXPR14
#endif

typedef decltype(sizeof(0)) size_t;
typedef decltype((char*)0 - (char*)0) ptrdiff_t;

namespace std {
using ::size_t;
using ::ptrdiff_t;
typedef decltype(nullptr) nullptr_t;
}  // namespace std

// The compiler's type transformations by alias: written out in a member template, Clang 19 loses their argument.
template <class _T>
using __kcast_bare = __remove_cvref(_T);
template <class _T>
using __kcast_decayed = __decay(_T);
template <class _T>
using __kcast_unref = __remove_reference_t(_T);
template <class _T>
using __kcast_uncv = __remove_cv(_T);
template <class _T>
using __kcast_unconst = __remove_const(_T);
template <class _T>
using __kcast_pointee = __remove_pointer(_T);
template <class _T>
using __kcast_unextent = __remove_extent(_T);
template <class _T>
using __kcast_lref = __add_lvalue_reference(_T);
template <class _T>
using __kcast_unsigned = __make_unsigned(_T);
template <class _T>
using __kcast_underlying = __underlying_type(_T);
template <class _T>
using __kcast_rref = __add_rvalue_reference(_T);

extern "C" {
KCAST_H void* __kcast_host_alloc(unsigned long bytes);
KCAST_H void* __kcast_device_alloc(unsigned long bytes);
KCAST_H void __kcast_free(const void* object);
KCAST_H void __kcast_copy(void* destination, const void* source, unsigned long bytes);
KCAST_H void __kcast_fill(void* destination, const void* element, unsigned long element_bytes, unsigned long count);
KCAST_H void __kcast_set(void* destination, int byte, unsigned long bytes);
KCAST_H void __kcast_forget(const void* object);
KCAST_H void __kcast_shuffle(const void* object);
[[noreturn]] KCAST_H void __kcast_exit(int code);
KCAST_H long __kcast_parse_int(const char* text, const char** end, int base);
KCAST_H double __kcast_parse_real(const char* text, const char** end);
KCAST_H long __kcast_strlen(const char* text);
KCAST_H int __kcast_strcmp(const char* left, const char* right, unsigned long max);
// The first bytes of a file of the project, null: not known. How many there are, and how many the whole file has; the latter is
// negative where there seems to be no such file.
KCAST_H const char* __kcast_file_bytes(const char* name, long* kept, long* size);
KCAST_H double __kcast_math(const char* name, double a, double b);
#ifdef __CUDA__
KCAST_H void __kcast_launch(const void* kernel, dim3 grid, dim3 block, unsigned long shared_bytes, void** arguments);
#endif
KCAST_H long __kcast_cl_program(const char** strings, const unsigned long* lengths, unsigned count);
KCAST_H void __kcast_cl_build(long program, const char* options);
KCAST_H long __kcast_cl_kernel(long program, const char* name);
KCAST_H void __kcast_cl_set_argument(long kernel, unsigned index, unsigned long size, const void* value);
KCAST_H void __kcast_cl_enqueue(long kernel, unsigned dims, const unsigned long* global, const unsigned long* local);
}
template <class _T>
KCAST_H _T __kcast_unknown(const char* name, const char* reason);
template <class _T>
KCAST_H _T __kcast_random(const char* name, _T low, _T high);

#endif
