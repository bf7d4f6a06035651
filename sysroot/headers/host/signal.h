#ifndef KCAST_SIGNAL_H
#define KCAST_SIGNAL_H
#include <sys/types.h>
typedef int sig_atomic_t;
typedef void (*sighandler_t)(int);
#define SIG_DFL ((sighandler_t)0)
#define SIG_IGN ((sighandler_t)1)
#define SIG_ERR ((sighandler_t)-1)
#define SIGINT 2
#define SIGILL 4
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGSEGV 11
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGUSR1 10
KCAST_H inline sighandler_t signal(int, sighandler_t) { return SIG_DFL; }
KCAST_H inline int raise(int) { return 0; }
KCAST_H inline int kill(pid_t, int) { return 0; }
#endif
