#ifndef KCAST_SYS_TIME_H
#define KCAST_SYS_TIME_H
#include <time.h>
struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};
struct timezone {
  int tz_minuteswest, tz_dsttime;
};
KCAST_H inline int gettimeofday(timeval* result, void*) {
  result->tv_sec = __kcast_unknown<long>("gettimeofday() seconds", "run-time query");
  result->tv_usec = __kcast_unknown<long>("gettimeofday() microseconds", "run-time query");
  return 0;
}
#define timersub(a, b, result)                     \
  ((result)->tv_sec = (a)->tv_sec - (b)->tv_sec,   \
   (result)->tv_usec = (a)->tv_usec - (b)->tv_usec)
#endif
