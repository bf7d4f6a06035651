#ifndef KCAST_SYS_STAT_H
#define KCAST_SYS_STAT_H
#include <__kcast_base.h>
#include <time.h>
struct stat {
  unsigned long st_dev, st_ino, st_nlink;
  mode_t st_mode;
  uid_t st_uid;
  gid_t st_gid;
  off_t st_size, st_blksize, st_blocks;
  time_t st_atime, st_mtime, st_ctime;
};
#define S_IFMT 0170000
#define S_IFDIR 0040000
#define S_IFREG 0100000
#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IRWXU 0700
#define S_IRGRP 0040
#define S_IROTH 0004
KCAST_H inline int stat(const char*, struct stat* result) {
  __kcast_forget(result);
  result->st_size = KCAST_UNKNOWN_LONG("file size", "input file");
  return 0;
}
KCAST_H inline int fstat(int, struct stat* result) { return stat("", result); }
KCAST_H inline int lstat(const char* path, struct stat* result) { return stat(path, result); }
KCAST_H inline int mkdir(const char*, mode_t) { return 0; }
KCAST_H inline int chmod(const char*, mode_t) { return 0; }
#endif
