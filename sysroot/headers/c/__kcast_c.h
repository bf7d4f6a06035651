// The intrinsics of the host evaluator, for programs in C: see host/__kcast_host.h.
#ifndef KCAST_C_H
#define KCAST_C_H
#define KCAST_C static inline __attribute__((unused))
#define KCAST_H static  // "KCAST_H inline" of the headers that C and C++ share
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef int wchar_t;
#define NULL ((void*)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
void* __kcast_host_alloc(unsigned long bytes);
void* __kcast_device_alloc(unsigned long bytes);
void __kcast_free(const void* object);
void __kcast_copy(void* destination, const void* source, unsigned long bytes);
void __kcast_set(void* destination, int byte, unsigned long bytes);
void __kcast_forget(const void* object);
__attribute__((noreturn)) void __kcast_exit(int code);
long __kcast_parse_int(const char* text, const char** end, int base);
double __kcast_parse_real(const char* text, const char** end);
long __kcast_strlen(const char* text);
int __kcast_strcmp(const char* left, const char* right, unsigned long max);
// One function for each type of the result; the evaluator takes the type from the declaration.
int __kcast_unknown_int(const char* name, const char* reason);
long __kcast_unknown_long(const char* name, const char* reason);
double __kcast_unknown_double(const char* name, const char* reason);
int __kcast_random_int(const char* name, int low, int high);
long __kcast_random_long(const char* name, long low, long high);
double __kcast_random_double(const char* name, double low, double high);
#endif
