// What OpenCL's atomic functions of all versions share: memory fences and subtraction.
#pragma once

#include "opencl_types.h"

// PTX subtracts by adding the negated value.
#define KC_FETCH_SUB(p, value, order) __atomic_fetch_add(p, -(value), order)

namespace {

// Everything stronger than relaxed is a fence of the scope, as the PTX memory barriers have it.
KC_API inline void fence(memory_scope scope) {
  switch (scope) {
    case memory_scope_work_item:
    case memory_scope_sub_group:
    case memory_scope_work_group:
      __asm__ volatile("membar.cta;" ::: "memory");
      break;
    case memory_scope_all_svm_devices:
      __asm__ volatile("membar.sys;" ::: "memory");
      break;
    default:
      __asm__ volatile("membar.gl;" ::: "memory");
      break;
  }
}

}  // namespace
