// Numbers from text and memory go to the evaluator's intrinsics; random numbers and the environment are unknown.
#ifndef KCAST_STDLIB_H
#define KCAST_STDLIB_H
#include <alloca.h>
#include <stddef.h>
#include <sys/types.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX 1

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
typedef int (*__kcast_compare)(const void*, const void*);

extern "C" {
KCAST_H inline int atoi(const char* text) { return (int)__kcast_parse_int(text, nullptr, 10); }
KCAST_H inline long atol(const char* text) { return __kcast_parse_int(text, nullptr, 10); }
KCAST_H inline long long atoll(const char* text) { return __kcast_parse_int(text, nullptr, 10); }
KCAST_H inline double atof(const char* text) { return __kcast_parse_real(text, nullptr); }
KCAST_H inline long strtol(const char* text, char** end, int base) {
  return __kcast_parse_int(text, (const char**)end, base);
}
KCAST_H inline long long strtoll(const char* text, char** end, int base) {
  return __kcast_parse_int(text, (const char**)end, base);
}
KCAST_H inline unsigned long strtoul(const char* text, char** end, int base) {
  return (unsigned long)__kcast_parse_int(text, (const char**)end, base);
}
KCAST_H inline unsigned long long strtoull(const char* text, char** end, int base) {
  return (unsigned long long)__kcast_parse_int(text, (const char**)end, base);
}
KCAST_H inline double strtod(const char* text, char** end) { return __kcast_parse_real(text, (const char**)end); }
KCAST_H inline float strtof(const char* text, char** end) { return (float)__kcast_parse_real(text, (const char**)end); }
KCAST_H inline long double strtold(const char* text, char** end) { return __kcast_parse_real(text, (const char**)end); }

KCAST_H inline void* malloc(size_t bytes) { return __kcast_host_alloc(bytes); }
KCAST_H inline void free(void* object) { __kcast_free(object); }
KCAST_H inline void* calloc(size_t count, size_t bytes) {
  void* object = __kcast_host_alloc(count * bytes);
  __kcast_set(object, 0, count * bytes);
  return object;
}
KCAST_H inline void* realloc(void* old, size_t bytes) {
  void* object = __kcast_host_alloc(bytes);
  if (old) {
    __kcast_copy(object, old, bytes);
    __kcast_free(old);
  }
  return object;
}
KCAST_H inline void* aligned_alloc(size_t, size_t bytes) { return __kcast_host_alloc(bytes); }
KCAST_H inline void* memalign(size_t, size_t bytes) { return __kcast_host_alloc(bytes); }
KCAST_H inline void* valloc(size_t bytes) { return __kcast_host_alloc(bytes); }
KCAST_H inline int posix_memalign(void** result, size_t, size_t bytes) {
  *result = __kcast_host_alloc(bytes);
  return 0;
}

__attribute__((noreturn)) KCAST_H inline void exit(int code) { __kcast_exit(code); }
__attribute__((noreturn)) KCAST_H inline void _exit(int code) { __kcast_exit(code); }
__attribute__((noreturn)) KCAST_H inline void _Exit(int code) { __kcast_exit(code); }
__attribute__((noreturn)) KCAST_H inline void quick_exit(int code) { __kcast_exit(code); }
__attribute__((noreturn)) KCAST_H inline void abort() { __kcast_exit(134); }
KCAST_H inline int atexit(void (*)()) { return 0; }
KCAST_H inline char* getenv(const char*) { return nullptr; }
KCAST_H inline int setenv(const char*, const char*, int) { return 0; }
KCAST_H inline int unsetenv(const char*) { return 0; }
KCAST_H inline int putenv(char*) { return 0; }
KCAST_H inline int system(const char*) { return 0; }
KCAST_H inline char* realpath(const char* path, char*) { return (char*)path; }
KCAST_H inline int mkstemp(char*) { return 3; }

KCAST_H inline int rand() { return __kcast_random<int>("rand()", 0, 2147483647); }
KCAST_H inline void srand(unsigned) {}
KCAST_H inline int rand_r(unsigned*) { return __kcast_random<int>("rand_r()", 0, 2147483647); }
KCAST_H inline long random() { return __kcast_random<long>("random()", 0, 2147483647L); }
KCAST_H inline void srandom(unsigned) {}
KCAST_H inline double drand48() { return __kcast_random<double>("drand48()", 0, 1); }
KCAST_H inline double erand48(unsigned short*) { return __kcast_random<double>("erand48()", 0, 1); }
KCAST_H inline long lrand48() { return __kcast_random<long>("lrand48()", 0, 2147483647L); }
KCAST_H inline long mrand48() { return __kcast_random<long>("mrand48()", -2147483648L, 2147483647L); }
KCAST_H inline void srand48(long) {}

KCAST_H inline void qsort(void* base, size_t, size_t, __kcast_compare) { __kcast_forget(base); }
KCAST_H inline void* bsearch(const void*, const void*, size_t, size_t, __kcast_compare) {
  return __kcast_unknown<void*>("bsearch()", "search in host data");
}
KCAST_H inline div_t div(int a, int b) { return div_t{a / b, a % b}; }
KCAST_H inline ldiv_t ldiv(long a, long b) { return ldiv_t{a / b, a % b}; }
KCAST_H inline lldiv_t lldiv(long long a, long long b) { return lldiv_t{a / b, a % b}; }
#ifndef __CUDA__
inline int abs(int a) { return a < 0 ? -a : a; }
inline long labs(long a) { return a < 0 ? -a : a; }
inline long long llabs(long long a) { return a < 0 ? -a : a; }
#endif
}
#endif
