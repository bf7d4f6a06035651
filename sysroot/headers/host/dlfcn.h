#ifndef KCAST_DLFCN_H
#define KCAST_DLFCN_H
#include <__kcast_base.h>
#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_GLOBAL 256
KCAST_H inline void* dlopen(const char*, int) { return 0; }
KCAST_H inline void* dlsym(void*, const char*) { return 0; }
KCAST_H inline int dlclose(void*) { return 0; }
KCAST_H inline char* dlerror(void) { return (char*)"error"; }
#endif
