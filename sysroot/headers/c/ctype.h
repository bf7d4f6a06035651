#ifndef KCAST_C_CTYPE_H
#define KCAST_C_CTYPE_H
#include <__kcast_c.h>
KCAST_C int isdigit(int c) { return c >= '0' && c <= '9'; }
KCAST_C int islower(int c) { return c >= 'a' && c <= 'z'; }
KCAST_C int isupper(int c) { return c >= 'A' && c <= 'Z'; }
KCAST_C int isalpha(int c) { return islower(c) || isupper(c); }
KCAST_C int isalnum(int c) { return isalpha(c) || isdigit(c); }
KCAST_C int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }
KCAST_C int tolower(int c) { return isupper(c) ? c + 32 : c; }
KCAST_C int toupper(int c) { return islower(c) ? c - 32 : c; }
#endif
