// Copies to shared memory by a whole group.
#pragma once
#include <cooperative_groups.h>
#include <cuda_pipeline_primitives.h>

namespace cooperative_groups {

template <class Group, class T>
__KC_DEV void memcpy_async(const Group& g, T* dst, const T* src, size_t bytes) {
  if constexpr (sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16) {
    for (size_t i = g.thread_rank(); i < bytes / sizeof(T); i += g.size())
      __pipeline_memcpy_async(dst + i, src + i, sizeof(T));
    __pipeline_commit();
  } else {
    for (size_t i = g.thread_rank(); i < bytes; i += g.size())
      ((char*)dst)[i] = ((const char*)src)[i];
  }
}
template <class Group, class T>
__KC_DEV void memcpy_async(const Group& g, T* dst, size_t room, const T* src, size_t count) {
  memcpy_async(g, dst, src, (room < count ? room : count) * sizeof(T));
}
template <class Group>
__KC_DEV void wait(const Group& g) {
  __pipeline_wait_prior(0);
  g.sync();
}
template <unsigned int N, class Group>
__KC_DEV void wait_prior(const Group& g) {
  __pipeline_wait_prior(N);
  g.sync();
}

}  // namespace cooperative_groups
