// What Clang calls in OpenCL kernels beside OpenCL's own functions: samplers written as constants,
// printf, and the conversions of generic pointers.
#include "opencl_types.h"

extern "C" {

// A sampler is its literal value: the filter and addressing modes are part of the image's state on
// this target.
KC_API KC_CONSTANT void* __translate_sampler_initializer(int value) {
  return (KC_CONSTANT void*)(long)value;
}

// Nothing is printed when a kernel is analysed.
KC_API int printf(KC_CONSTANT const char*, ...) {
  return 0;
}

// Conversions of a generic pointer to a named address space, null when it does not point there.
KC_API KC_GLOBAL void* __to_global(void* p) {
  return __nvvm_isspacep_global(p) ? (KC_GLOBAL void*)p : nullptr;
}
KC_API KC_LOCAL void* __to_local(void* p) {
  return __nvvm_isspacep_shared(p) ? (KC_LOCAL void*)p : nullptr;
}
KC_API void* __to_private(void* p) {
  return __nvvm_isspacep_local(p) ? p : nullptr;
}

}  // extern "C"
