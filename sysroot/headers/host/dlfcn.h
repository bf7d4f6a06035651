#ifndef KCAST_DLFCN_H
#define KCAST_DLFCN_H
#include <__kcast_host.h>
#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_GLOBAL 256
inline void* dlopen(const char*, int) { return nullptr; }
inline void* dlsym(void*, const char*) { return nullptr; }
inline int dlclose(void*) { return 0; }
inline char* dlerror() { return (char*)"error"; }
#endif
