// Numbers from text and memory go to the evaluator's intrinsics; random numbers and the environment are unknown.
#ifndef KCAST_C_STDLIB_H
#define KCAST_C_STDLIB_H
#include <__kcast_c.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define alloca(bytes) __kcast_host_alloc(bytes)
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef int (*__kcast_compare)(const void*, const void*);
KCAST_C int atoi(const char* text) { return (int)__kcast_parse_int(text, NULL, 10); }
KCAST_C long atol(const char* text) { return __kcast_parse_int(text, NULL, 10); }
KCAST_C long long atoll(const char* text) { return __kcast_parse_int(text, NULL, 10); }
KCAST_C double atof(const char* text) { return __kcast_parse_real(text, NULL); }
KCAST_C long strtol(const char* text, char** end, int base) { return __kcast_parse_int(text, (const char**)end, base); }
KCAST_C long long strtoll(const char* text, char** end, int base) { return __kcast_parse_int(text, (const char**)end, base); }
KCAST_C unsigned long strtoul(const char* text, char** end, int base) {
  return (unsigned long)__kcast_parse_int(text, (const char**)end, base);
}
KCAST_C unsigned long long strtoull(const char* text, char** end, int base) {
  return (unsigned long long)__kcast_parse_int(text, (const char**)end, base);
}
KCAST_C double strtod(const char* text, char** end) { return __kcast_parse_real(text, (const char**)end); }
KCAST_C float strtof(const char* text, char** end) { return (float)__kcast_parse_real(text, (const char**)end); }
KCAST_C void* malloc(size_t bytes) { return __kcast_host_alloc(bytes); }
KCAST_C void free(void* object) { __kcast_free(object); }
KCAST_C void* calloc(size_t count, size_t bytes) {
  void* object = __kcast_host_alloc(count * bytes);
  __kcast_set(object, 0, count * bytes);
  return object;
}
KCAST_C void* realloc(void* old, size_t bytes) {
  void* object = __kcast_host_alloc(bytes);
  if (old) {
    __kcast_copy(object, old, bytes);
    __kcast_free(old);
  }
  return object;
}
KCAST_C void* aligned_alloc(size_t alignment, size_t bytes) { return __kcast_host_alloc(bytes); }
KCAST_C void* memalign(size_t alignment, size_t bytes) { return __kcast_host_alloc(bytes); }
KCAST_C int posix_memalign(void** result, size_t alignment, size_t bytes) {
  *result = __kcast_host_alloc(bytes);
  return 0;
}
__attribute__((noreturn)) KCAST_C void exit(int code) { __kcast_exit(code); }
__attribute__((noreturn)) KCAST_C void abort(void) { __kcast_exit(134); }
KCAST_C int atexit(void (*function)(void)) { return 0; }
KCAST_C char* getenv(const char* name) { return NULL; }
KCAST_C int setenv(const char* name, const char* value, int replace) { return 0; }
KCAST_C int system(const char* command) { return 0; }
KCAST_C int rand(void) { return __kcast_random_int("rand()", 0, 2147483647); }
KCAST_C void srand(unsigned seed) {}
KCAST_C int rand_r(unsigned* seed) { return __kcast_random_int("rand_r()", 0, 2147483647); }
KCAST_C long random(void) { return __kcast_random_long("random()", 0, 2147483647L); }
KCAST_C void srandom(unsigned seed) {}
KCAST_C double drand48(void) { return __kcast_random_double("drand48()", 0, 1); }
KCAST_C long lrand48(void) { return __kcast_random_long("lrand48()", 0, 2147483647L); }
KCAST_C void srand48(long seed) {}
KCAST_C void qsort(void* base, size_t count, size_t bytes, __kcast_compare compare) { __kcast_forget(base); }
KCAST_C div_t div(int a, int b) {
  div_t result = {a / b, a % b};
  return result;
}
KCAST_C int abs(int a) { return a < 0 ? -a : a; }
KCAST_C long labs(long a) { return a < 0 ? -a : a; }
KCAST_C long long llabs(long long a) { return a < 0 ? -a : a; }
#endif
