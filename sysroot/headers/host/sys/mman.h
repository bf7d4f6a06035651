#ifndef KCAST_SYS_MMAN_H
#define KCAST_SYS_MMAN_H
#include <sys/types.h>
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 16
#define MAP_ANONYMOUS 32
#define MAP_ANON 32
#define MAP_POPULATE 0x8000
#define MAP_FAILED ((void*)-1)
KCAST_H inline void* mmap(void*, size_t bytes, int, int, int, off_t) { return __kcast_host_alloc(bytes); }
KCAST_H inline int munmap(void* object, size_t) {
  __kcast_free(object);
  return 0;
}
KCAST_H inline int mlock(const void*, size_t) { return 0; }
KCAST_H inline int madvise(void*, size_t, int) { return 0; }
#endif
