#ifndef KCAST_WCHAR_H
#define KCAST_WCHAR_H
#include <stddef.h>
typedef unsigned int wint_t;
struct mbstate_t {
  int state;
};
KCAST_H inline size_t wcslen(const wchar_t* text) {
  size_t n = 0;
  while (text[n]) ++n;
  return n;
}
#endif
