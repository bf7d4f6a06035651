// Folders are empty here.
#ifndef KCAST_DIRENT_H
#define KCAST_DIRENT_H
#include <__kcast_host.h>
typedef struct __kcast_dir DIR;
struct dirent {
  unsigned long d_ino;
  unsigned char d_type;
  char d_name[256];
};
#define DT_DIR 4
#define DT_REG 8
inline DIR* opendir(const char*) { return (DIR*)__kcast_host_alloc(8); }
inline dirent* readdir(DIR*) { return nullptr; }
inline int closedir(DIR*) { return 0; }
#endif
