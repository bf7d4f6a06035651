// The atomics that nvcc has built in. Orders and scopes are taken as they come: what is counted is
// the access, and relaxed ones are the usual case.
#pragma once

enum {
  __NV_ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST
};
enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM
};
#define __KC_NV_ATOMIC(name, call)                                                      \
  template <class T, class V>                                                           \
  __KC_DEV T __nv_atomic_fetch_##name(T* p, V v, int, int = __NV_THREAD_SCOPE_SYSTEM) { \
    return call(p, (T)v);                                                               \
  }                                                                                     \
  template <class T, class V>                                                           \
  __KC_DEV void __nv_atomic_##name(T* p, V v, int, int = __NV_THREAD_SCOPE_SYSTEM) {    \
    call(p, (T)v);                                                                      \
  }
__KC_NV_ATOMIC(add, atomicAdd)
__KC_NV_ATOMIC(sub, atomicSub)
__KC_NV_ATOMIC(min, atomicMin)
__KC_NV_ATOMIC(max, atomicMax)
__KC_NV_ATOMIC(and, atomicAnd)
__KC_NV_ATOMIC(or, atomicOr)
__KC_NV_ATOMIC(xor, atomicXor)
#undef __KC_NV_ATOMIC
template <class T, class V>
__KC_DEV T __nv_atomic_exchange_n(T* p, V v, int, int = __NV_THREAD_SCOPE_SYSTEM) {
  return atomicExch(p, (T)v);
}
template <class T>
__KC_DEV void __nv_atomic_exchange(T* p, T* v, T* old, int, int = __NV_THREAD_SCOPE_SYSTEM) {
  *old = atomicExch(p, *v);
}
template <class T, class V>
__KC_DEV bool __nv_atomic_compare_exchange_n(T* p, T* expected, V v, bool, int, int,
                                             int = __NV_THREAD_SCOPE_SYSTEM) {
  T before = *expected;
  *expected = atomicCAS(p, before, (T)v);
  return *expected == before;
}
template <class T>
__KC_DEV T __nv_atomic_load_n(T* p, int, int = __NV_THREAD_SCOPE_SYSTEM) {
  return *(volatile T*)p;
}
template <class T>
__KC_DEV void __nv_atomic_load(T* p, T* to, int, int = __NV_THREAD_SCOPE_SYSTEM) {
  *to = *(volatile T*)p;
}
template <class T, class V>
__KC_DEV void __nv_atomic_store_n(T* p, V v, int, int = __NV_THREAD_SCOPE_SYSTEM) {
  *(volatile T*)p = (T)v;
}
template <class T>
__KC_DEV void __nv_atomic_store(T* p, T* v, int, int = __NV_THREAD_SCOPE_SYSTEM) {
  *(volatile T*)p = *v;
}
__KC_DEV void __nv_atomic_thread_fence(int, int = __NV_THREAD_SCOPE_SYSTEM) {
  __threadfence();
}
