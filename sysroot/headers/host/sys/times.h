#ifndef KCAST_SYS_TIMES_H
#define KCAST_SYS_TIMES_H
#include <__kcast_base.h>
#include <time.h>
struct tms {
  clock_t tms_utime, tms_stime, tms_cutime, tms_cstime;
};
KCAST_H inline clock_t times(struct tms* result) {
  __kcast_forget(result);
  return KCAST_UNKNOWN_LONG("times()", "run-time query");
}
#endif
