// threadIdx and its kin.
#pragma once

#define __KC_SREG(name, reg)                 \
  __KC_DEV unsigned int __kc_sreg_##name() { \
    unsigned int r;                          \
    asm("mov.u32 %0, %%" reg ";" : "=r"(r)); \
    return r;                                \
  }

#define __KC_SREG3(type, var, reg)                  \
  struct __kc_##var##_t {                           \
    __declspec(property(get = __x)) unsigned int x; \
    __declspec(property(get = __y)) unsigned int y; \
    __declspec(property(get = __z)) unsigned int z; \
    __KC_DEV unsigned int __x() const {             \
      return __nvvm_read_ptx_sreg_##reg##_x();      \
    }                                               \
    __KC_DEV unsigned int __y() const {             \
      return __nvvm_read_ptx_sreg_##reg##_y();      \
    }                                               \
    __KC_DEV unsigned int __z() const {             \
      return __nvvm_read_ptx_sreg_##reg##_z();      \
    }                                               \
    __KC_DEV operator uint3() const {               \
      return {__x(), __y(), __z()};                 \
    }                                               \
    __KC_DEV operator dim3() const {                \
      return dim3(__x(), __y(), __z());             \
    }                                               \
    __kc_##var##_t() = default;                     \
    __kc_##var##_t(const __kc_##var##_t&) = delete; \
  };                                                \
  extern const __attribute__((device, weak)) __kc_##var##_t var;

__KC_SREG3(uint3, threadIdx, tid)
__KC_SREG3(uint3, blockIdx, ctaid)
__KC_SREG3(dim3, blockDim, ntid)
__KC_SREG3(dim3, gridDim, nctaid)
#undef __KC_SREG3

__KC_SREG(laneid, "laneid")
__KC_SREG(warpid, "warpid")
__KC_SREG(nwarpid, "nwarpid")
__KC_SREG(smid, "smid")
__KC_SREG(nsmid, "nsmid")
__KC_SREG(lanemask_lt, "lanemask_lt")
__KC_SREG(lanemask_le, "lanemask_le")
__KC_SREG(lanemask_gt, "lanemask_gt")
__KC_SREG(lanemask_ge, "lanemask_ge")
__KC_SREG(lanemask_eq, "lanemask_eq")
#undef __KC_SREG

// A name and not a constant: PTX leaves the warp width to the machine that runs it.
struct __kc_warp_size_t {
  __KC_FN operator int() const {
    int r;
    asm("mov.u32 %0, WARP_SZ;" : "=r"(r));
    return r;
  }
};
extern const __attribute__((device, weak)) __kc_warp_size_t warpSize;
