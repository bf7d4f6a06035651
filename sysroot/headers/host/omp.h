// OpenMP on the host changes neither sizes nor launches, so it is read as one thread.
#ifndef KCAST_OMP_H
#define KCAST_OMP_H
#include <__kcast_host.h>
typedef int omp_lock_t;
inline int omp_get_thread_num() { return 0; }
inline int omp_get_num_threads() { return 1; }
inline int omp_get_max_threads() { return __kcast_unknown<int>("omp_get_max_threads()", "run-time query"); }
inline int omp_get_num_procs() { return __kcast_unknown<int>("omp_get_num_procs()", "run-time query"); }
inline int omp_get_num_devices() { return 1; }
inline int omp_in_parallel() { return 0; }
inline void omp_set_num_threads(int) {}
inline void omp_set_dynamic(int) {}
inline void omp_set_nested(int) {}
inline double omp_get_wtime() { return __kcast_unknown<double>("omp_get_wtime()", "run-time query"); }
inline double omp_get_wtick() { return 1e-9; }
inline void omp_init_lock(omp_lock_t*) {}
inline void omp_destroy_lock(omp_lock_t*) {}
inline void omp_set_lock(omp_lock_t*) {}
inline void omp_unset_lock(omp_lock_t*) {}
#endif
