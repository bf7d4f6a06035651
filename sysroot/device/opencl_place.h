// The special registers that tell a work-item its place, as OpenCL's work-item functions need them.
//
// They are read by inline assembly, because the intrinsics carry ranges that make LLVM use 16-bit
// divisions.
#pragma once

#include "opencl_types.h"

namespace place {

#define KC_REGISTER(name)                                    \
  KC_API inline uint name(uint dimension) {                  \
    uint value;                                              \
    switch (dimension) {                                     \
      case 0:                                                \
        __asm__("mov.u32 %0, %%" #name ".x;" : "=r"(value)); \
        break;                                               \
      case 1:                                                \
        __asm__("mov.u32 %0, %%" #name ".y;" : "=r"(value)); \
        break;                                               \
      default:                                               \
        __asm__("mov.u32 %0, %%" #name ".z;" : "=r"(value)); \
        break;                                               \
    }                                                        \
    return value;                                            \
  }
KC_REGISTER(tid)
KC_REGISTER(ntid)
KC_REGISTER(ctaid)
KC_REGISTER(nctaid)
#undef KC_REGISTER

KC_API inline uint lane() {
  uint value;
  __asm__("mov.u32 %0, %%laneid;" : "=r"(value));
  return value;
}
KC_API inline uint local_linear() {
  return (tid(2) * ntid(1) + tid(1)) * ntid(0) + tid(0);
}
KC_API inline uint group_size() {
  return ntid(0) * ntid(1) * ntid(2);
}
KC_API inline uint warp() {
  return local_linear() / 32;
}
KC_API inline uint warps() {
  return (group_size() + 31) / 32;
}

}  // namespace place
