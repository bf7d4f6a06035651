// AMD's builtins, as the nearest thing that PTX has.
#pragma once

#define __builtin_amdgcn_workgroup_id_x() blockIdx.x
#define __builtin_amdgcn_workgroup_id_y() blockIdx.y
#define __builtin_amdgcn_workgroup_id_z() blockIdx.z
#define __builtin_amdgcn_workitem_id_x() threadIdx.x
#define __builtin_amdgcn_workitem_id_y() threadIdx.y
#define __builtin_amdgcn_workitem_id_z() threadIdx.z
#define __builtin_amdgcn_workgroup_size_x() blockDim.x
#define __builtin_amdgcn_workgroup_size_y() blockDim.y
#define __builtin_amdgcn_workgroup_size_z() blockDim.z
#define __builtin_amdgcn_grid_size_x() (gridDim.x * blockDim.x)
#define __builtin_amdgcn_grid_size_y() (gridDim.y * blockDim.y)
#define __builtin_amdgcn_grid_size_z() (gridDim.z * blockDim.z)
#define __builtin_amdgcn_wavefrontsize() ((unsigned int)warpSize)
#define __builtin_amdgcn_s_barrier() __syncthreads()
#define __builtin_amdgcn_wave_barrier() __syncwarp()
#define __builtin_amdgcn_fence(order, ...) __threadfence()
#define __builtin_amdgcn_s_waitcnt(n) ((void)0)
#define __builtin_amdgcn_s_sleep(n) __nanosleep(64 * (n))
#define __builtin_amdgcn_sched_barrier(n) ((void)0)
#define __builtin_amdgcn_sched_group_barrier(a, b, c) ((void)0)
#define __builtin_amdgcn_s_setprio(n) ((void)0)
#define __builtin_amdgcn_iglp_opt(n) ((void)0)
#define __builtin_amdgcn_s_memtime() ((unsigned long long)clock64())
#define __builtin_amdgcn_s_memrealtime() __globaltimer()
#define __builtin_readcyclecounter() ((unsigned long long)clock64())
#define __builtin_amdgcn_readfirstlane(x) __kc_readfirstlane(x)
#define __builtin_amdgcn_readlane(x, lane) __shfl_sync(0xffffffff, (x), (lane))
#define __builtin_amdgcn_ds_bpermute(index, x) \
  __shfl_sync(0xffffffff, (int)(x), (int)((index) >> 2))
#define __builtin_amdgcn_ds_permute(index, x) __shfl_sync(0xffffffff, (int)(x), (int)((index) >> 2))
#define __builtin_amdgcn_ds_swizzle(x, pattern) __kc_ds_swizzle((x), (pattern))
#define __builtin_amdgcn_mov_dpp(x, control, row, bank, bound) __kc_dpp((x), (control))
#define __builtin_amdgcn_update_dpp(old, x, control, row, bank, bound) __kc_dpp((x), (control))
#define __builtin_amdgcn_mbcnt_lo(mask, add) (__popc((mask) & __kc_sreg_lanemask_lt()) + (add))
#define __builtin_amdgcn_mbcnt_hi(mask, add) ((add))
#define __builtin_amdgcn_ballot_w32(p) __ballot_sync(0xffffffff, (p))
#define __builtin_amdgcn_ballot_w64(p) ((unsigned long long)__ballot_sync(0xffffffff, (p)))
#define __builtin_amdgcn_read_exec() ((unsigned long long)__activemask())
#define __builtin_amdgcn_rcpf(x) __nvvm_rcp_approx_ftz_f(x)
#define __builtin_amdgcn_rsqf(x) __nvvm_rsqrt_approx_f(x)
#define __builtin_amdgcn_sqrtf(x) __nvvm_sqrt_approx_f(x)
#define __builtin_amdgcn_sinf(x) __sinf((x) * 6.283185307f)
#define __builtin_amdgcn_cosf(x) __cosf((x) * 6.283185307f)
#define __builtin_amdgcn_exp2f(x) __nvvm_ex2_approx_f(x)
#define __builtin_amdgcn_logf(x) __nvvm_lg2_approx_f(x)
#define __builtin_amdgcn_fractf(x) ((x) - floorf(x))
#define __builtin_amdgcn_fmed3f(a, b, c) fmaxf(fminf((a), (b)), fminf(fmaxf((a), (b)), (c)))
#define __builtin_amdgcn_ldexpf(x, n) ldexpf((x), (n))
#define __builtin_amdgcn_perm(a, b, s) __byte_perm((b), (a), (s))
#define __builtin_amdgcn_alignbit(a, b, n) __funnelshift_r((b), (a), (n))
#define __builtin_amdgcn_alignbyte(a, b, n) __funnelshift_r((b), (a), 8 * (n))
#define __builtin_amdgcn_ubfe(x, at, n) __bitextract_u32((x), (at), (n))
#define __builtin_amdgcn_sad_u32(a, b, c) __usad((a), (b), (c))
#define __builtin_amdgcn_sdot4(a, b, c, clamp) __dp4a((int)(a), (int)(b), (int)(c))
#define __builtin_amdgcn_udot4(a, b, c, clamp) __dp4a((unsigned)(a), (unsigned)(b), (unsigned)(c))
#define __builtin_amdgcn_atomic_inc32(p, v, ...) atomicInc((p), (v))
#define __builtin_amdgcn_global_atomic_fadd_f32(p, v) atomicAdd((float*)(p), (v))
#define __builtin_amdgcn_ds_atomic_fadd_f32(p, v) atomicAdd((float*)(p), (v))
#define __builtin_amdgcn_global_atomic_fadd_f64(p, v) atomicAdd((double*)(p), (v))
#define __builtin_nontemporal_load(p) __ldcs(p)
#define __builtin_nontemporal_store(v, p) __stcs((p), (v))

// The builtin works on whole words: a value of another type goes through an integer, as there.
__KC_DEV int __kc_readfirstlane(int x) {
  return __shfl_sync(0xffffffff, x, __ffs((int)__activemask()) - 1);
}
// The pattern of and, or and xor masks on the lane number; the quad pattern has the top bit set.
__KC_DEV int __kc_ds_swizzle(int x, int pattern) {
  int lane = (int)__kc_sreg_laneid();
  int from = pattern & 0x8000
                 ? (lane & ~3) | (pattern >> 2 * (lane & 3) & 3)
                 : ((lane & (pattern & 31)) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31);
  return __shfl_sync(0xffffffff, x, from);
}
// Quad permutations, row shifts and rotations, mirrors and broadcasts within the warp.
__KC_DEV int __kc_dpp(int x, int control) {
  int lane = (int)__kc_sreg_laneid();
  int row = lane & ~15;
  int from = lane;
  if (control <= 0xff)
    from = (lane & ~3) | (control >> 2 * (lane & 3) & 3);
  else if (control <= 0x10f)
    from = row | (lane + (control & 15) & 15);
  else if (control <= 0x11f)
    from = row | (lane - (control & 15) & 15);
  else if (control <= 0x12f)
    from = row | (lane - (control & 15) & 15);
  else if (control == 0x140)
    from = row | (15 - (lane & 15));
  else if (control == 0x141)
    from = (lane & ~7) | (7 - (lane & 7));
  else if (control == 0x142)
    from = row - 1 & 31;
  else if (control == 0x143)
    from = 31;
  return __shfl_sync(0xffffffff, x, from);
}
