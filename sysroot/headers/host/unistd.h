#ifndef KCAST_UNISTD_H
#define KCAST_UNISTD_H
#include <getopt.h>
#include <stdlib.h>
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
extern "C" {
KCAST_H inline ssize_t read(int, void* to, size_t) {
  __kcast_forget(to);
  return __kcast_unknown<long>("read()", "input file");
}
KCAST_H inline ssize_t write(int, const void*, size_t bytes) { return (ssize_t)bytes; }
KCAST_H inline int close(int) { return 0; }
KCAST_H inline off_t lseek(int, off_t, int) { return __kcast_unknown<long>("lseek()", "input file"); }
KCAST_H inline int access(const char*, int) { return 0; }
KCAST_H inline int unlink(const char*) { return 0; }
KCAST_H inline int chdir(const char*) { return 0; }
KCAST_H inline int isatty(int) { return 0; }
KCAST_H inline int ftruncate(int, off_t) { return 0; }
KCAST_H inline unsigned sleep(unsigned) { return 0; }
KCAST_H inline int usleep(useconds_t) { return 0; }
KCAST_H inline unsigned alarm(unsigned) { return 0; }
KCAST_H inline pid_t getpid() { return __kcast_unknown<int>("getpid()", "run-time query"); }
KCAST_H inline pid_t fork() { return __kcast_unknown<int>("fork()", "run-time query"); }
KCAST_H inline int gethostname(char* name, size_t) {
  name[0] = 0;
  return 0;
}
KCAST_H inline char* getcwd(char* path, size_t) {
  if (path) path[0] = 0;
  return path;
}
KCAST_H inline long sysconf(int name) {
  return name == _SC_PAGESIZE ? 4096 : __kcast_unknown<long>("sysconf()", "run-time query");
}
}
#endif
