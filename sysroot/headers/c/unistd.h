#ifndef KCAST_C_UNISTD_H
#define KCAST_C_UNISTD_H
#include <__kcast_c.h>
#include <getopt.h>
#include <sys/types.h>
KCAST_C unsigned sleep(unsigned seconds) { return 0; }
KCAST_C int usleep(useconds_t microseconds) { return 0; }
KCAST_C pid_t getpid(void) { return __kcast_unknown_int("getpid()", "run-time query"); }
KCAST_C int gethostname(char* text, size_t room) {
  __kcast_forget(text);
  return 0;
}
KCAST_C long sysconf(int what) { return __kcast_unknown_long("sysconf()", "run-time query"); }
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_ONLN 84
#endif
