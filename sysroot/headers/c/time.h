// Every clock is a run-time query.
#ifndef KCAST_C_TIME_H
#define KCAST_C_TIME_H
#include <__kcast_c.h>
#include <sys/types.h>
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_MONOTONIC_RAW 4
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
};
KCAST_C time_t time(time_t* result) {
  time_t now = __kcast_unknown_long("time()", "run-time query");
  if (result) *result = now;
  return now;
}
KCAST_C clock_t clock(void) { return __kcast_unknown_long("clock()", "run-time query"); }
KCAST_C int clock_gettime(clockid_t which, struct timespec* result) {
  result->tv_sec = __kcast_unknown_long("clock seconds", "run-time query");
  result->tv_nsec = __kcast_unknown_long("clock nanoseconds", "run-time query");
  return 0;
}
KCAST_C int nanosleep(const struct timespec* how_long, struct timespec* left) { return 0; }
KCAST_C double difftime(time_t a, time_t b) { return (double)(a - b); }
#endif
