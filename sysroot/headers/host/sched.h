#ifndef KCAST_SCHED_H
#define KCAST_SCHED_H
#include <__kcast_base.h>
#include <sys/types.h>
typedef struct {
  unsigned long bits[16];
} cpu_set_t;
#define CPU_ZERO(set) ((void)(set))
#define CPU_SET(cpu, set) ((void)(cpu), (void)(set))
KCAST_H inline int sched_yield(void) { return 0; }
KCAST_H inline int sched_setaffinity(pid_t, size_t, const cpu_set_t*) { return 0; }
KCAST_H inline int sched_getcpu(void) { return 0; }
#endif
