#ifndef KCAST_ALLOCA_H
#define KCAST_ALLOCA_H
#include <__kcast_host.h>
#undef alloca
#define alloca(bytes) __kcast_host_alloc(bytes)
#endif
