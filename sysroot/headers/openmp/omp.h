// What the runtime library of OpenMP offers, in C and C++. In target regions the functions are those of the device
// runtime; on the host, the evaluator knows what the first thread of a program with one GPU is told.
#ifndef KCAST_OMP_H
#define KCAST_OMP_H
#ifdef __cplusplus
#include <__kcast_host.h>
extern "C" {
#else
#include <__kcast_c.h>
#endif
typedef struct { void* __lock; } omp_lock_t;
typedef struct { void* __lock; } omp_nest_lock_t;
typedef enum { omp_sched_static = 1, omp_sched_dynamic = 2, omp_sched_guided = 3, omp_sched_auto = 4 } omp_sched_t;
typedef enum { omp_proc_bind_false = 0, omp_proc_bind_true = 1, omp_proc_bind_close = 3, omp_proc_bind_spread = 4 } omp_proc_bind_t;
// Clang looks for the type and these names when it meets a clause with an allocator.
typedef enum omp_allocator_handle_t {
  omp_null_allocator = 0, omp_default_mem_alloc = 1, omp_large_cap_mem_alloc = 2, omp_const_mem_alloc = 3,
  omp_high_bw_mem_alloc = 4, omp_low_lat_mem_alloc = 5, omp_cgroup_mem_alloc = 6, omp_pteam_mem_alloc = 7,
  omp_thread_mem_alloc = 8, llvm_omp_target_host_mem_alloc = 100, llvm_omp_target_shared_mem_alloc = 101,
  llvm_omp_target_device_mem_alloc = 102, omp_allocator_of_64_bits = 0x7fffffffffffffff
} omp_allocator_handle_t;
typedef enum {
  omp_default_mem_space = 0, omp_large_cap_mem_space = 1, omp_const_mem_space = 2, omp_high_bw_mem_space = 3,
  omp_low_lat_mem_space = 4
} omp_memspace_handle_t;
typedef enum {
  omp_atk_sync_hint = 1, omp_atk_alignment = 2, omp_atk_access = 3, omp_atk_pool_size = 4, omp_atk_fallback = 5,
  omp_atk_fb_data = 6, omp_atk_pinned = 7, omp_atk_partition = 8
} omp_alloctrait_key_t;
enum {
  omp_atv_false = 0, omp_atv_true = 1, omp_atv_contended = 3, omp_atv_uncontended = 4, omp_atv_sequential = 5,
  omp_atv_private = 6, omp_atv_all = 7, omp_atv_thread = 8, omp_atv_pteam = 9, omp_atv_cgroup = 10,
  omp_atv_default_mem_fb = 11, omp_atv_null_fb = 12, omp_atv_abort_fb = 13, omp_atv_allocator_fb = 14,
  omp_atv_environment = 15, omp_atv_nearest = 16, omp_atv_blocked = 17, omp_atv_interleaved = 18
};
typedef struct {
  omp_alloctrait_key_t key;
  unsigned long value;
} omp_alloctrait_t;
typedef void* omp_interop_t;
typedef void* omp_depend_t;
typedef unsigned long omp_event_handle_t;
#define omp_interop_none ((omp_interop_t)0)
typedef enum {
  omp_ipr_fr_id = -1, omp_ipr_fr_name = -2, omp_ipr_vendor = -3, omp_ipr_vendor_name = -4, omp_ipr_device_num = -5,
  omp_ipr_platform = -6, omp_ipr_device = -7, omp_ipr_device_context = -8, omp_ipr_targetsync = -9
} omp_interop_property_t;
enum { omp_initial_device = -1, omp_invalid_device = -10 };

int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_thread_limit(void);
int omp_get_num_procs(void);
int omp_get_team_num(void);
int omp_get_num_teams(void);
int omp_get_level(void);
int omp_get_active_level(void);
int omp_in_parallel(void);
int omp_is_initial_device(void);
int omp_get_num_devices(void);
int omp_get_default_device(void);
int omp_get_initial_device(void);
int omp_get_device_num(void);
int omp_get_max_teams(void);
int omp_get_teams_thread_limit(void);
int omp_get_dynamic(void);
int omp_get_nested(void);
int omp_get_max_active_levels(void);
int omp_get_cancellation(void);
double omp_get_wtime(void);
double omp_get_wtick(void);
void omp_set_num_threads(int threads);
void omp_set_default_device(int device);
void omp_set_dynamic(int on);
void omp_set_nested(int on);
void omp_set_max_active_levels(int levels);
void omp_set_num_teams(int teams);
void omp_set_teams_thread_limit(int limit);
void omp_set_schedule(omp_sched_t kind, int chunk);
void omp_init_lock(omp_lock_t* lock);
void omp_destroy_lock(omp_lock_t* lock);
void omp_set_lock(omp_lock_t* lock);
void omp_unset_lock(omp_lock_t* lock);
int omp_test_lock(omp_lock_t* lock);

// A buffer is the same memory on the host and on the GPU to the evaluator, as it is for mapped arrays.
static inline void* omp_target_alloc(unsigned long bytes, int device) { return __kcast_device_alloc(bytes); }
static inline void omp_target_free(void* object, int device) { __kcast_free(object); }
static inline void* omp_alloc(unsigned long bytes, omp_allocator_handle_t how) { return __kcast_host_alloc(bytes); }
static inline void omp_free(void* object, omp_allocator_handle_t how) { __kcast_free(object); }
static inline int omp_target_memcpy(void* to, const void* from, unsigned long bytes, unsigned long to_offset,
                                    unsigned long from_offset, int to_device, int from_device) {
  __kcast_copy((char*)to + to_offset, (const char*)from + from_offset, bytes);
  return 0;
}
static inline int omp_target_is_present(const void* object, int device) { return 1; }
static inline int omp_target_associate_ptr(const void* host, const void* there, unsigned long bytes,
                                           unsigned long offset, int device) {
  return 0;
}
static inline int omp_target_disassociate_ptr(const void* host, int device) { return 0; }
static inline int omp_target_is_accessible(const void* object, unsigned long bytes, int device) { return 1; }
static inline void* omp_get_mapped_ptr(const void* object, int device) { return (void*)object; }
static inline void* omp_calloc(unsigned long count, unsigned long bytes, omp_allocator_handle_t how) {
  void* out = __kcast_host_alloc(count * bytes);
  __kcast_set(out, 0, count * bytes);
  return out;
}
static inline void* omp_aligned_alloc(unsigned long alignment, unsigned long bytes, omp_allocator_handle_t how) {
  return __kcast_host_alloc(bytes);
}
static inline omp_allocator_handle_t omp_init_allocator(omp_memspace_handle_t space, int count,
                                                        const omp_alloctrait_t* traits) {
  return omp_default_mem_alloc;
}
static inline void omp_destroy_allocator(omp_allocator_handle_t how) {}
static inline void omp_set_default_allocator(omp_allocator_handle_t how) {}
static inline omp_allocator_handle_t omp_get_default_allocator(void) { return omp_default_mem_alloc; }
static inline void* omp_get_interop_ptr(const omp_interop_t object, omp_interop_property_t what, int* code) { return 0; }
static inline long omp_get_interop_int(const omp_interop_t object, omp_interop_property_t what, int* code) { return 0; }
static inline const char* omp_get_interop_str(const omp_interop_t object, omp_interop_property_t what, int* code) {
  return "";
}
static inline void omp_init_nest_lock(omp_nest_lock_t* lock) {}
static inline void omp_destroy_nest_lock(omp_nest_lock_t* lock) {}
static inline void omp_set_nest_lock(omp_nest_lock_t* lock) {}
static inline void omp_unset_nest_lock(omp_nest_lock_t* lock) {}
static inline int omp_get_num_places(void) { return 1; }
static inline int omp_get_place_num(void) { return 0; }
static inline omp_proc_bind_t omp_get_proc_bind(void) { return omp_proc_bind_false; }
static inline int omp_get_supported_active_levels(void) { return 1; }
static inline int omp_in_final(void) { return 0; }
static inline int omp_get_ancestor_thread_num(int level) { return 0; }
static inline int omp_get_team_size(int level) { return 1; }
static inline void omp_fulfill_event(omp_event_handle_t event) {}
#ifdef __cplusplus
}
#endif
#endif
