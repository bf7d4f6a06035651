#ifndef KCAST_X86_H
#define KCAST_X86_H
// Host vector code decides no size and no launch; only what allocates or is commonly called stands here.
#include <__kcast_host.h>
inline void* _mm_malloc(unsigned long bytes, unsigned long) { return __kcast_host_alloc(bytes); }
inline void _mm_free(void* object) { __kcast_free(object); }
#define _mm_pause() ((void)0)
#endif
