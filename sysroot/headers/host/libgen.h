#ifndef KCAST_LIBGEN_H
#define KCAST_LIBGEN_H
#include <string.h>
inline char* basename(char* path) {
  char* slash = strrchr(path, 47);
  return slash ? slash + 1 : path;
}
inline char* dirname(char* path) { return path; }
#endif
