#ifndef KCAST_STDDEF_H
#define KCAST_STDDEF_H
#include <__kcast_host.h>
#ifndef NULL
#define NULL __null
#endif
#define offsetof(type, member) __builtin_offsetof(type, member)
struct __kcast_max_align {
  long long a __attribute__((aligned(8)));
  double b __attribute__((aligned(16)));
};
typedef __kcast_max_align max_align_t;
#endif
