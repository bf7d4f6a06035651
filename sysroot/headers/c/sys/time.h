#ifndef KCAST_C_SYS_TIME_H
#define KCAST_C_SYS_TIME_H
#include <time.h>
struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};
struct timezone {
  int tz_minuteswest, tz_dsttime;
};
KCAST_C int gettimeofday(struct timeval* result, void* zone) {
  result->tv_sec = __kcast_unknown_long("gettimeofday() seconds", "run-time query");
  result->tv_usec = __kcast_unknown_long("gettimeofday() microseconds", "run-time query");
  return 0;
}
#endif
