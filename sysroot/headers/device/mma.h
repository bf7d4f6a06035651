// Warp matrix functions over Clang's builtins: fragments, loads, stores and mma_sync.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace nvcuda {
namespace wmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
struct s4 {};
struct u4 {};
struct b1 {};
}  // namespace precision

template <class T>
struct __kc_storage {
  typedef T type;
};
template <>
struct __kc_storage<precision::tf32> {
  typedef float type;
};

template <class Use, int M, int N, int K, class T, class Layout = void>
struct fragment;

#define __KC_FRAGMENT(Use, M, N, K, T, Layout, n)  \
  template <>                                      \
  struct fragment<Use, M, N, K, T, Layout> {       \
    typedef __kc_storage<T>::type element_type;    \
    typedef element_type storage_element_type;     \
    static constexpr int num_elements = n;         \
    static constexpr int num_storage_elements = n; \
    element_type x[n];                             \
  };
#define __KC_OPERANDS(M, N, K, T, na, nb)            \
  __KC_FRAGMENT(matrix_a, M, N, K, T, row_major, na) \
  __KC_FRAGMENT(matrix_a, M, N, K, T, col_major, na) \
  __KC_FRAGMENT(matrix_b, M, N, K, T, row_major, nb) \
  __KC_FRAGMENT(matrix_b, M, N, K, T, col_major, nb)
__KC_OPERANDS(16, 16, 16, __half, 16, 16)
__KC_OPERANDS(32, 8, 16, __half, 16, 16)
__KC_OPERANDS(8, 32, 16, __half, 16, 16)
__KC_OPERANDS(16, 16, 16, __nv_bfloat16, 8, 8)
__KC_OPERANDS(32, 8, 16, __nv_bfloat16, 16, 4)
__KC_OPERANDS(8, 32, 16, __nv_bfloat16, 4, 16)
__KC_OPERANDS(16, 16, 16, signed char, 8, 8)
__KC_OPERANDS(16, 16, 16, unsigned char, 8, 8)
__KC_OPERANDS(32, 8, 16, signed char, 16, 4)
__KC_OPERANDS(32, 8, 16, unsigned char, 16, 4)
__KC_OPERANDS(8, 32, 16, signed char, 4, 16)
__KC_OPERANDS(8, 32, 16, unsigned char, 4, 16)
__KC_OPERANDS(16, 16, 8, precision::tf32, 4, 4)
__KC_OPERANDS(8, 8, 4, double, 1, 1)
#define __KC_RESULT(M, N, K, T, n) __KC_FRAGMENT(accumulator, M, N, K, T, void, n)
__KC_RESULT(16, 16, 16, __half, 8)
__KC_RESULT(32, 8, 16, __half, 8) __KC_RESULT(8, 32, 16, __half, 8)
    __KC_RESULT(16, 16, 16, float, 8) __KC_RESULT(32, 8, 16, float, 8)
        __KC_RESULT(8, 32, 16, float, 8) __KC_RESULT(16, 16, 16, int, 8)
            __KC_RESULT(32, 8, 16, int, 8) __KC_RESULT(8, 32, 16, int, 8)
                __KC_RESULT(16, 16, 8, float, 8) __KC_RESULT(8, 8, 4, double, 2)
#undef __KC_RESULT
#undef __KC_OPERANDS
#undef __KC_FRAGMENT

                    template <class Use, int M, int N, int K, class T, class Layout, class V>
                    __KC_DEV void fill_fragment(fragment<Use, M, N, K, T, Layout>& f, const V& v) {
  for (int i = 0; i < f.num_elements; ++i)
    f.x[i] = (typename fragment<Use, M, N, K, T, Layout>::element_type)v;
}

// Loads of the operands: the builtins take the layout as a literal, hence one function per layout.
#define __KC_LOAD_AB(Use, M, N, K, T, builtin, D, P)                                  \
  __KC_DEV void load_matrix_sync(fragment<Use, M, N, K, T, row_major>& f, const P* p, \
                                 unsigned ldm) {                                      \
    builtin((D*)f.x, (const D*)p, ldm, 0);                                            \
  }                                                                                   \
  __KC_DEV void load_matrix_sync(fragment<Use, M, N, K, T, col_major>& f, const P* p, \
                                 unsigned ldm) {                                      \
    builtin((D*)f.x, (const D*)p, ldm, 1);                                            \
  }
#define __KC_LOADS(M, N, K, T, prefix, suffix, D, P)              \
  __KC_LOAD_AB(matrix_a, M, N, K, T, prefix##_ld_a##suffix, D, P) \
  __KC_LOAD_AB(matrix_b, M, N, K, T, prefix##_ld_b##suffix, D, P)
__KC_LOADS(16, 16, 16, __half, __hmma_m16n16k16, , int, __half)
__KC_LOADS(32, 8, 16, __half, __hmma_m32n8k16, , int, __half)
__KC_LOADS(8, 32, 16, __half, __hmma_m8n32k16, , int, __half)
#if __CUDA_ARCH__ >= 800
__KC_LOADS(16, 16, 16, __nv_bfloat16, __mma_bf16_m16n16k16, , int, __nv_bfloat16)
__KC_LOADS(32, 8, 16, __nv_bfloat16, __mma_bf16_m32n8k16, , int, __nv_bfloat16)
__KC_LOADS(8, 32, 16, __nv_bfloat16, __mma_bf16_m8n32k16, , int, __nv_bfloat16)
#endif
#if __CUDA_ARCH__ >= 720
__KC_LOADS(16, 16, 16, signed char, __imma_m16n16k16, _s8, int, signed char)
__KC_LOADS(16, 16, 16, unsigned char, __imma_m16n16k16, _u8, int, unsigned char)
__KC_LOADS(32, 8, 16, signed char, __imma_m32n8k16, _s8, int, signed char)
__KC_LOADS(32, 8, 16, unsigned char, __imma_m32n8k16, _u8, int, unsigned char)
__KC_LOADS(8, 32, 16, signed char, __imma_m8n32k16, _s8, int, signed char)
__KC_LOADS(8, 32, 16, unsigned char, __imma_m8n32k16, _u8, int, unsigned char)
#endif
#if __CUDA_ARCH__ >= 800
__KC_LOADS(16, 16, 8, precision::tf32, __mma_tf32_m16n16k8, , int, float)
__KC_LOADS(8, 8, 4, double, __dmma_m8n8k4, , double, double)
#endif
#undef __KC_LOADS
#undef __KC_LOAD_AB

#define __KC_C(M, N, K, T, ld, st, D)                                                             \
  __KC_DEV void load_matrix_sync(fragment<accumulator, M, N, K, T>& f, const T* p, unsigned ldm,  \
                                 layout_t layout) {                                               \
    if (layout == mem_row_major)                                                                  \
      ld((D*)f.x, (const D*)p, ldm, 0);                                                           \
    else                                                                                          \
      ld((D*)f.x, (const D*)p, ldm, 1);                                                           \
  }                                                                                               \
  __KC_DEV void store_matrix_sync(T* p, const fragment<accumulator, M, N, K, T>& f, unsigned ldm, \
                                  layout_t layout) {                                              \
    if (layout == mem_row_major)                                                                  \
      st((D*)p, (const D*)f.x, ldm, 0);                                                           \
    else                                                                                          \
      st((D*)p, (const D*)f.x, ldm, 1);                                                           \
  }
__KC_C(16, 16, 16, __half, __hmma_m16n16k16_ld_c_f16, __hmma_m16n16k16_st_c_f16, int)
__KC_C(32, 8, 16, __half, __hmma_m32n8k16_ld_c_f16, __hmma_m32n8k16_st_c_f16, int)
__KC_C(8, 32, 16, __half, __hmma_m8n32k16_ld_c_f16, __hmma_m8n32k16_st_c_f16, int)
__KC_C(16, 16, 16, float, __hmma_m16n16k16_ld_c_f32, __hmma_m16n16k16_st_c_f32, float)
__KC_C(32, 8, 16, float, __hmma_m32n8k16_ld_c_f32, __hmma_m32n8k16_st_c_f32, float)
__KC_C(8, 32, 16, float, __hmma_m8n32k16_ld_c_f32, __hmma_m8n32k16_st_c_f32, float)
#if __CUDA_ARCH__ >= 720
__KC_C(16, 16, 16, int, __imma_m16n16k16_ld_c, __imma_m16n16k16_st_c_i32, int)
__KC_C(32, 8, 16, int, __imma_m32n8k16_ld_c, __imma_m32n8k16_st_c_i32, int)
__KC_C(8, 32, 16, int, __imma_m8n32k16_ld_c, __imma_m8n32k16_st_c_i32, int)
#endif
#if __CUDA_ARCH__ >= 800
__KC_C(16, 16, 8, float, __mma_tf32_m16n16k8_ld_c, __mma_m16n16k8_st_c_f32, float)
__KC_C(8, 8, 4, double, __dmma_m8n8k4_ld_c, __dmma_m8n8k4_st_c_f64, double)
#endif
#undef __KC_C

// The layout operand of the builtins: 0 row row, 1 row col, 2 col row, 3 col col.
#define __KC_MMA1(M, N, K, T, LA, LB, n, C, D, DC, DD, builtin, DT)                  \
  __KC_DEV void mma_sync(fragment<accumulator, M, N, K, D>& d,                       \
                         const fragment<matrix_a, M, N, K, T, LA>& a,                \
                         const fragment<matrix_b, M, N, K, T, LB>& b,                \
                         const fragment<accumulator, M, N, K, C>& c, bool = false) { \
    builtin((DD*)d.x, (const DT*)a.x, (const DT*)b.x, (const DC*)c.x, n, 0);         \
  }
#define __KC_MMA(M, N, K, T, C, D, DC, DD, builtin, DT)                     \
  __KC_MMA1(M, N, K, T, row_major, row_major, 0, C, D, DC, DD, builtin, DT) \
  __KC_MMA1(M, N, K, T, row_major, col_major, 1, C, D, DC, DD, builtin, DT) \
  __KC_MMA1(M, N, K, T, col_major, row_major, 2, C, D, DC, DD, builtin, DT) \
  __KC_MMA1(M, N, K, T, col_major, col_major, 3, C, D, DC, DD, builtin, DT)
#define __KC_MMA_HALF(M, N, shape)                                                         \
  __KC_MMA(M, N, 16, __half, __half, __half, int, int, __hmma_##shape##_mma_f16f16, int)   \
  __KC_MMA(M, N, 16, __half, __half, float, int, float, __hmma_##shape##_mma_f32f16, int)  \
  __KC_MMA(M, N, 16, __half, float, float, float, float, __hmma_##shape##_mma_f32f32, int) \
  __KC_MMA(M, N, 16, __half, float, __half, float, int, __hmma_##shape##_mma_f16f32, int)
#define __KC_MMA_BF16(M, N, shape) \
  __KC_MMA(M, N, 16, __nv_bfloat16, float, float, float, float, __mma_bf16_##shape##_mma_f32, int)
#define __KC_MMA_INT(M, N, shape)                                                   \
  __KC_MMA(M, N, 16, signed char, int, int, int, int, __imma_##shape##_mma_s8, int) \
  __KC_MMA(M, N, 16, unsigned char, int, int, int, int, __imma_##shape##_mma_u8, int)
__KC_MMA_HALF(16, 16, m16n16k16)
__KC_MMA_HALF(32, 8, m32n8k16)
__KC_MMA_HALF(8, 32, m8n32k16)
#if __CUDA_ARCH__ >= 720
__KC_MMA_INT(16, 16, m16n16k16)
__KC_MMA_INT(32, 8, m32n8k16)
__KC_MMA_INT(8, 32, m8n32k16)
#endif
#if __CUDA_ARCH__ >= 800
__KC_MMA_BF16(16, 16, m16n16k16)
__KC_MMA_BF16(32, 8, m32n8k16)
__KC_MMA_BF16(8, 32, m8n32k16)
#endif
#if __CUDA_ARCH__ >= 800
__KC_MMA(16, 16, 8, precision::tf32, float, float, float, float, __mma_tf32_m16n16k8_mma_f32, int)
__KC_MMA(8, 8, 4, double, double, double, double, double, __dmma_m8n8k4_mma_f64, double)
#endif
#undef __KC_MMA_HALF
#undef __KC_MMA_BF16
#undef __KC_MMA_INT
#undef __KC_MMA
#undef __KC_MMA1

__KC_DEV float __float_to_tf32(float x) {
  unsigned int r;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(x));
  return __builtin_bit_cast(float, r);
}

}  // namespace wmma
}  // namespace nvcuda
