// Every clock is a run-time query.
#ifndef KCAST_TIME_H
#define KCAST_TIME_H
#include <sys/types.h>
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define TIME_UTC 1
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
};
inline timespec __kcast_clock() {
  return timespec{__kcast_unknown<long>("clock seconds", "run-time query"),
                  __kcast_unknown<long>("clock nanoseconds", "run-time query")};
}
extern "C" {
KCAST_H inline time_t time(time_t* result) {
  time_t now = __kcast_unknown<long>("time()", "run-time query");
  if (result) *result = now;
  return now;
}
#ifdef __CUDA__
KCAST_H inline clock_t clock() { return __kcast_unknown<long>("clock()", "run-time query"); }
#else
inline clock_t clock() { return __kcast_unknown<long>("clock()", "run-time query"); }
#endif
KCAST_H inline int clock_gettime(clockid_t, timespec* result) {
  *result = __kcast_clock();
  return 0;
}
KCAST_H inline int clock_getres(clockid_t, timespec* result) {
  *result = __kcast_clock();
  return 0;
}
KCAST_H inline int timespec_get(timespec* result, int base) {
  *result = __kcast_clock();
  return base;
}
KCAST_H inline int nanosleep(const timespec*, timespec*) { return 0; }
KCAST_H inline double difftime(time_t a, time_t b) { return (double)(a - b); }
KCAST_H inline time_t mktime(tm*) { return __kcast_unknown<long>("mktime()", "run-time query"); }
KCAST_H inline tm* localtime(const time_t*) { return (tm*)__kcast_host_alloc(sizeof(tm)); }
KCAST_H inline tm* gmtime(const time_t*) { return (tm*)__kcast_host_alloc(sizeof(tm)); }
KCAST_H inline tm* localtime_r(const time_t*, tm* result) { return result; }
KCAST_H inline char* ctime(const time_t*) { return (char*)"time"; }
KCAST_H inline char* asctime(const tm*) { return (char*)"time"; }
KCAST_H inline size_t strftime(char* text, size_t max, const char*, const tm*) {
  if (max) text[0] = 0;
  return 0;
}
}
#endif
