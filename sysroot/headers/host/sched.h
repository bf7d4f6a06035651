#ifndef KCAST_SCHED_H
#define KCAST_SCHED_H
#include <sys/types.h>
struct cpu_set_t {
  unsigned long bits[16];
};
#define CPU_ZERO(set) ((void)(set))
#define CPU_SET(cpu, set) ((void)(cpu), (void)(set))
inline int sched_yield() { return 0; }
inline int sched_setaffinity(pid_t, size_t, const cpu_set_t*) { return 0; }
inline int sched_getcpu() { return 0; }
#endif
