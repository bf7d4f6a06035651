#ifndef KCAST_CTYPE_H
#define KCAST_CTYPE_H
#include <__kcast_host.h>
extern "C" {
KCAST_H inline int isdigit(int c) { return c >= '0' && c <= '9'; }
KCAST_H inline int islower(int c) { return c >= 'a' && c <= 'z'; }
KCAST_H inline int isupper(int c) { return c >= 'A' && c <= 'Z'; }
KCAST_H inline int isalpha(int c) { return islower(c) || isupper(c); }
KCAST_H inline int isalnum(int c) { return isalpha(c) || isdigit(c); }
KCAST_H inline int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }
KCAST_H inline int isblank(int c) { return c == ' ' || c == '\t'; }
KCAST_H inline int iscntrl(int c) { return c < 32 || c == 127; }
KCAST_H inline int isprint(int c) { return c >= 32 && c < 127; }
KCAST_H inline int isgraph(int c) { return c > 32 && c < 127; }
KCAST_H inline int ispunct(int c) { return isgraph(c) && !isalnum(c); }
KCAST_H inline int isxdigit(int c) { return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
KCAST_H inline int tolower(int c) { return isupper(c) ? c + 32 : c; }
KCAST_H inline int toupper(int c) { return islower(c) ? c - 32 : c; }
}
#endif
