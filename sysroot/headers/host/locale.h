#ifndef KCAST_LOCALE_H
#define KCAST_LOCALE_H
#include <stddef.h>
#define LC_CTYPE 0
#define LC_NUMERIC 1
#define LC_ALL 6
KCAST_H inline char* setlocale(int, const char*) { return (char*)"C"; }
#endif
