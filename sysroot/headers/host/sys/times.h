#ifndef KCAST_SYS_TIMES_H
#define KCAST_SYS_TIMES_H
#include <time.h>
struct tms {
  clock_t tms_utime, tms_stime, tms_cutime, tms_cstime;
};
KCAST_H inline clock_t times(tms* result) {
  __kcast_forget(result);
  return __kcast_unknown<long>("times()", "run-time query");
}
#endif
