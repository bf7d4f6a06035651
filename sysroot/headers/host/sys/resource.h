#ifndef KCAST_SYS_RESOURCE_H
#define KCAST_SYS_RESOURCE_H
#include <__kcast_base.h>
#include <sys/time.h>
#define RUSAGE_SELF 0
struct rusage {
  struct timeval ru_utime, ru_stime;
  long ru_maxrss;
};
KCAST_H inline int getrusage(int, struct rusage* result) {
  __kcast_forget(result);
  return 0;
}
#endif
