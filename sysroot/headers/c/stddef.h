#include <__kcast_c.h>
#ifndef KCAST_C_STDDEF_H
#define KCAST_C_STDDEF_H
typedef struct { long long a; long double b; } max_align_t;
#endif
