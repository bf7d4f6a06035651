// OpenCL's copies between global and local memory, done by all work-items of a group together, and
// prefetch. C++ for OpenCL, for the sake of event_t.
#include "opencl_place.h"

// The group's work-items take the elements in turn; the events stand for nothing, since waiting is
// a barrier.
#define KC_COPY(T, DST, SRC)                                                       \
  KC_API event_t async_work_group_copy(DST T* to, const SRC T* from, size_t count, \
                                       event_t event) {                            \
    size_t stride = place::group_size();                                           \
    for (size_t i = place::local_linear(); i < count; i += stride) {               \
      to[i] = from[i];                                                             \
    }                                                                              \
    return event;                                                                  \
  }
#define KC_COPIES(T)                                                                              \
  KC_COPY(T, __local, __global)                                                                   \
  KC_COPY(T, __global, __local)                                                                   \
  KC_API event_t async_work_group_strided_copy(__local T* to, const __global T* from,             \
                                               size_t count, size_t from_stride, event_t event) { \
    size_t stride = place::group_size();                                                          \
    for (size_t i = place::local_linear(); i < count; i += stride) {                              \
      to[i] = from[i * from_stride];                                                              \
    }                                                                                             \
    return event;                                                                                 \
  }                                                                                               \
  KC_API event_t async_work_group_strided_copy(__global T* to, const __local T* from,             \
                                               size_t count, size_t to_stride, event_t event) {   \
    size_t stride = place::group_size();                                                          \
    for (size_t i = place::local_linear(); i < count; i += stride) {                              \
      to[i * to_stride] = from[i];                                                                \
    }                                                                                             \
    return event;                                                                                 \
  }                                                                                               \
  KC_API void prefetch(const __global T* p, size_t) {                                             \
    __asm__ volatile("prefetch.global.L2 [%0];" : : "l"(p));                                      \
  }
#define KC_COPIES_N(N, T) KC_COPIES(T##N)
#define KC_ALL_COPIES(T, ...) KC_COPIES(T) KC_WIDTHS(KC_COPIES_N, T)
KC_ALL_TYPES(KC_ALL_COPIES)

#if !defined(KC_ONLY) || KC_ONLY == 32
KC_API void wait_group_events(int, event_t*) {
  __nvvm_bar_sync(0);
}
#endif
