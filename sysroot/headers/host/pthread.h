// A thread runs to its end when it is created: launches inside it are found in order.
#ifndef KCAST_PTHREAD_H
#define KCAST_PTHREAD_H
#include <sched.h>
#include <time.h>
typedef unsigned long pthread_t;
typedef int pthread_attr_t, pthread_mutex_t, pthread_mutexattr_t, pthread_cond_t, pthread_condattr_t;
typedef int pthread_barrier_t, pthread_barrierattr_t, pthread_spinlock_t, pthread_key_t, pthread_once_t, pthread_rwlock_t;
#define PTHREAD_MUTEX_INITIALIZER 0
#define PTHREAD_COND_INITIALIZER 0
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
inline int pthread_create(pthread_t* thread, const pthread_attr_t*, void* (*start)(void*), void* argument) {
  *thread = (pthread_t)start(argument);
  return 0;
}
inline int pthread_join(pthread_t thread, void** result) {
  if (result) *result = (void*)thread;
  return 0;
}
inline void pthread_exit(void*) {}
inline int pthread_detach(pthread_t) { return 0; }
inline pthread_t pthread_self() { return 0; }
inline int pthread_attr_init(pthread_attr_t*) { return 0; }
inline int pthread_attr_destroy(pthread_attr_t*) { return 0; }
inline int pthread_attr_setdetachstate(pthread_attr_t*, int) { return 0; }
inline int pthread_mutex_init(pthread_mutex_t*, const pthread_mutexattr_t*) { return 0; }
inline int pthread_mutex_destroy(pthread_mutex_t*) { return 0; }
inline int pthread_mutex_lock(pthread_mutex_t*) { return 0; }
inline int pthread_mutex_trylock(pthread_mutex_t*) { return 0; }
inline int pthread_mutex_unlock(pthread_mutex_t*) { return 0; }
inline int pthread_cond_init(pthread_cond_t*, const pthread_condattr_t*) { return 0; }
inline int pthread_cond_destroy(pthread_cond_t*) { return 0; }
inline int pthread_cond_wait(pthread_cond_t*, pthread_mutex_t*) { return 0; }
inline int pthread_cond_signal(pthread_cond_t*) { return 0; }
inline int pthread_cond_broadcast(pthread_cond_t*) { return 0; }
inline int pthread_barrier_init(pthread_barrier_t*, const pthread_barrierattr_t*, unsigned) { return 0; }
inline int pthread_barrier_wait(pthread_barrier_t*) { return 0; }
inline int pthread_barrier_destroy(pthread_barrier_t*) { return 0; }
inline int pthread_setaffinity_np(pthread_t, size_t, const cpu_set_t*) { return 0; }
#endif
