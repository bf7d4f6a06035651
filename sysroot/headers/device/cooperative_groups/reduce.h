// Reductions over tiles and coalesced groups.
#pragma once
#include <cooperative_groups.h>

namespace cooperative_groups {

#if __CUDA_ARCH__ >= 800
// 32-bit integers have an instruction of their own.
#define __KC_REDUX(T, Op, fn)                                          \
  template <unsigned int Size, class P>                                \
  __KC_DEV T reduce(const thread_block_tile<Size, P>& g, T v, Op<T>) { \
    return fn(g.mask(), v);                                            \
  }                                                                    \
  __KC_DEV T reduce(const coalesced_group& g, T v, Op<T>) {            \
    return fn(g.mask_, v);                                             \
  }
__KC_REDUX(int, plus, __reduce_add_sync)
__KC_REDUX(unsigned int, plus, __reduce_add_sync) __KC_REDUX(int, less, __reduce_min_sync)
    __KC_REDUX(unsigned int, less, __reduce_min_sync) __KC_REDUX(int, greater, __reduce_max_sync)
        __KC_REDUX(unsigned int, greater, __reduce_max_sync)
            __KC_REDUX(int, bit_and, __reduce_and_sync)
                __KC_REDUX(unsigned int, bit_and, __reduce_and_sync)
                    __KC_REDUX(int, bit_or, __reduce_or_sync)
                        __KC_REDUX(unsigned int, bit_or, __reduce_or_sync)
                            __KC_REDUX(int, bit_xor, __reduce_xor_sync)
                                __KC_REDUX(unsigned int, bit_xor, __reduce_xor_sync)
#undef __KC_REDUX
#endif

                                    template <unsigned int Size, class P, class T, class Op>
                                    __KC_DEV T
    reduce(const thread_block_tile<Size, P>& g, T v, Op op) {
  for (unsigned int d = Size / 2; d > 0; d /= 2)
    v = op(v, g.shfl_xor(v, d));
  return v;
}
template <class T, class Op>
__KC_DEV T reduce(const coalesced_group& g, T v, Op op) {
  unsigned int n = g.size();
  for (unsigned int d = 1; d < n; d *= 2) {
    T other = g.shfl_down(v, d);
    if (g.thread_rank() + d < n) v = op(v, other);
  }
  return g.shfl(v, 0);
}
template <class Group, class T, class Op, class U>
__KC_DEV void reduce_update_async(const Group& g, T& target, U v, Op op) {
  U sum = reduce(g, v, op);
  if (g.thread_rank() == 0) atomicAdd(&target, sum);
}

}  // namespace cooperative_groups
