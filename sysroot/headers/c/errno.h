#ifndef KCAST_C_ERRNO_H
#define KCAST_C_ERRNO_H
static int __kcast_errno;
#define errno __kcast_errno
#define ENOENT 2
#define ENOMEM 12
#define EINVAL 22
#define EDOM 33
#define ERANGE 34
#endif
