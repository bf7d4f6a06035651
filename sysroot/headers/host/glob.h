// No file is found, as nothing of the file system is read.
#ifndef KCAST_GLOB_H
#define KCAST_GLOB_H
#include <__kcast_host.h>
struct glob_t {
  size_t gl_pathc;
  char** gl_pathv;
  size_t gl_offs;
};
#define GLOB_NOMATCH 3
#define GLOB_TILDE 0x1000
inline int glob(const char*, int, int (*)(const char*, int), glob_t* found) {
  found->gl_pathc = __kcast_unknown<size_t>("number of files", "files are not read");
  found->gl_pathv = nullptr;
  return 0;
}
inline void globfree(glob_t*) {}
#endif
