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
typedef unsigned long omp_allocator_handle_t;
enum { omp_default_mem_alloc = 1, omp_large_cap_mem_alloc = 2, omp_const_mem_alloc = 3, omp_high_bw_mem_alloc = 4,
       omp_low_lat_mem_alloc = 5, omp_cgroup_mem_alloc = 6, omp_pteam_mem_alloc = 7, omp_thread_mem_alloc = 8 };
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
#ifdef __cplusplus
}
#endif
#endif
