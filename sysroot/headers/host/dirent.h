// Folders are empty here.
#ifndef KCAST_DIRENT_H
#define KCAST_DIRENT_H
#include <__kcast_base.h>
typedef struct __kcast_dir DIR;
struct dirent {
  unsigned long d_ino;
  unsigned char d_type;
  char d_name[256];
};
#define DT_DIR 4
#define DT_REG 8
KCAST_H inline DIR* opendir(const char*) { return (DIR*)__kcast_host_alloc(8); }
KCAST_H inline struct dirent* readdir(DIR*) { return 0; }
KCAST_H inline int closedir(DIR*) { return 0; }
#endif
