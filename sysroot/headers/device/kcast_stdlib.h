// The C library functions that device code may call. assert costs nothing here, and of printf a
// mark is left, because the launch waits for it, and that what it prints is computed.
#pragma once

#define __KCAST_HAS_PRINTF 1
template <class T>
__KC_DEV void __kc_printed(T) {}
template <class T>
__KC_DEV void __kc_printed(T* value) {
  __asm__ volatile("" ::"l"(value));
}
#define __KC_PRINTED(type, as, letter)      \
  __KC_DEV void __kc_printed(type value) {  \
    __asm__ volatile("" ::letter((as)value)); \
  }
__KC_PRINTED(bool, int, "r")
__KC_PRINTED(char, int, "r")
__KC_PRINTED(signed char, int, "r")
__KC_PRINTED(unsigned char, int, "r")
__KC_PRINTED(short, int, "r")
__KC_PRINTED(unsigned short, int, "r")
__KC_PRINTED(int, int, "r")
__KC_PRINTED(unsigned, unsigned, "r")
__KC_PRINTED(long, long, "l")
__KC_PRINTED(unsigned long, unsigned long, "l")
__KC_PRINTED(long long, long long, "l")
__KC_PRINTED(unsigned long long, unsigned long long, "l")
__KC_PRINTED(float, double, "d")
__KC_PRINTED(double, double, "d")
#undef __KC_PRINTED
template <class... A>
__KC_DEV int printf(const char*, A... values) {
  const int all[] = {0, (__kc_printed(values), 0)...};
  __asm__ volatile("pmevent 0;");
  return all[0];
}
extern "C" {
__KC_DEV void* memcpy(void* d, const void* s, size_t n) {
  return __builtin_memcpy(d, s, n), d;
}
__KC_DEV void* memmove(void* d, const void* s, size_t n) {
  return __builtin_memmove(d, s, n), d;
}
__KC_DEV void* memset(void* d, int v, size_t n) {
  return __builtin_memset(d, v, n), d;
}
__KC_DEV int memcmp(const void* a, const void* b, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    int d = ((const unsigned char*)a)[i] - ((const unsigned char*)b)[i];
    if (d) return d;
  }
  return 0;
}
__KC_DEV size_t strlen(const char* s) {
  size_t n = 0;
  while (s[n])
    ++n;
  return n;
}
__attribute__((device)) void* malloc(size_t) __attribute__((malloc, nothrow));
__attribute__((device)) void free(void*) __attribute__((nothrow));

// nvcc declares these without any include; the host headers define them.
__attribute__((host)) int printf(const char*, ...);
__attribute__((host)) void* memcpy(void*, const void*, size_t);
__attribute__((host)) void* memset(void*, int, size_t);
__attribute__((host)) void* malloc(size_t);
__attribute__((host)) void free(void*);
__attribute__((host)) void exit(int) __attribute__((noreturn));
}
#define alloca(n) __builtin_alloca(n)
#undef assert
#define assert(...) ((void)0)
__KC_DEV void __assert_fail(const char*, const char*, unsigned int, const char*) {}
__KC_DEV void __assertfail(const char*, const char*, unsigned int, const char*, size_t) {}

// The device's heap; inline, because a header that every file sees may not define them otherwise.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winline-new-delete"
__attribute__((device)) inline void* operator new(size_t n) {
  return malloc(n);
}
__attribute__((device)) inline void* operator new[](size_t n) {
  return malloc(n);
}
__attribute__((device)) inline void operator delete(void* p) noexcept {
  free(p);
}
__attribute__((device)) inline void operator delete[](void* p) noexcept {
  free(p);
}
__attribute__((device)) inline void operator delete(void* p, size_t) noexcept {
  free(p);
}
__attribute__((device)) inline void operator delete[](void* p, size_t) noexcept {
  free(p);
}
#pragma clang diagnostic pop
