#ifndef KCAST_SYS_RESOURCE_H
#define KCAST_SYS_RESOURCE_H
#include <sys/time.h>
#define RUSAGE_SELF 0
struct rusage {
  timeval ru_utime, ru_stime;
  long ru_maxrss;
};
KCAST_H inline int getrusage(int, rusage* result) {
  __kcast_forget(result);
  return 0;
}
#endif
