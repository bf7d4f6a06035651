#ifndef KCAST_ERRNO_H
#define KCAST_ERRNO_H
#include <__kcast_host.h>
inline int& __kcast_errno() {
  static int value = 0;
  return value;
}
#define errno __kcast_errno()
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EAGAIN 11
#define ENOMEM 12
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define EINVAL 22
#define EDOM 33
#define ERANGE 34
#define ENOSYS 38
#define ETIMEDOUT 110
#endif
