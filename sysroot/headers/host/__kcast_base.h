// The intrinsics of the host evaluator for headers that C and C++ share.
#ifndef KCAST_BASE_H
#define KCAST_BASE_H
#ifdef __cplusplus
#include <__kcast_host.h>
#define KCAST_UNKNOWN_LONG(name, reason) __kcast_unknown<long>(name, reason)
#else
#include <__kcast_c.h>
#define KCAST_UNKNOWN_LONG(name, reason) __kcast_unknown_long(name, reason)
#endif
#endif
