// Whether a sanitizer watches memory, which GCC and Clang say in different ways. Such programs take
// terabytes of address space and longer for everything.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define KCAST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define KCAST_SANITIZED 1
#endif
#endif
