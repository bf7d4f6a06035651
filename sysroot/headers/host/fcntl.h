#ifndef KCAST_FCNTL_H
#define KCAST_FCNTL_H
#include <sys/types.h>
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_DIRECT 040000
#define F_GETFL 3
#define F_SETFL 4
KCAST_H inline int open(const char*, int, ...) { return 3; }
KCAST_H inline int creat(const char*, mode_t) { return 3; }
KCAST_H inline int fcntl(int, int, ...) { return 0; }
#endif
