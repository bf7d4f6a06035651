// Memory goes to the bulk intrinsics; text is short, so the rest is plain loops.
#ifndef KCAST_STRING_H
#define KCAST_STRING_H
#include <stddef.h>
extern "C" {
KCAST_H inline void* memcpy(void* to, const void* from, size_t bytes) {
  __kcast_copy(to, from, bytes);
  return to;
}
KCAST_H inline void* memmove(void* to, const void* from, size_t bytes) {
  __kcast_copy(to, from, bytes);
  return to;
}
KCAST_H inline void* memset(void* to, int byte, size_t bytes) {
  __kcast_set(to, byte, bytes);
  return to;
}
KCAST_H inline int memcmp(const void* left, const void* right, size_t bytes) {
  if (bytes > 256) return __kcast_unknown<int>("memcmp()", "comparison of host data");
  const unsigned char* a = (const unsigned char*)left;
  const unsigned char* b = (const unsigned char*)right;
  for (size_t i = 0; i < bytes; ++i)
    if (a[i] != b[i]) return a[i] - b[i];
  return 0;
}
KCAST_H inline size_t strlen(const char* text) { return (size_t)__kcast_strlen(text); }
KCAST_H inline size_t strnlen(const char* text, size_t max) {
  size_t length = (size_t)__kcast_strlen(text);
  return length < max ? length : max;
}
KCAST_H inline int strcmp(const char* a, const char* b) { return __kcast_strcmp(a, b, ~0UL); }
KCAST_H inline int strncmp(const char* a, const char* b, size_t max) { return __kcast_strcmp(a, b, max); }
KCAST_H inline int strcoll(const char* a, const char* b) { return __kcast_strcmp(a, b, ~0UL); }
KCAST_H inline int strncasecmp(const char* a, const char* b, size_t max) {
  for (size_t i = 0; i < max; ++i) {
    int x = a[i] >= 'A' && a[i] <= 'Z' ? a[i] + 32 : a[i];
    int y = b[i] >= 'A' && b[i] <= 'Z' ? b[i] + 32 : b[i];
    if (x != y) return x - y;
    if (x == 0) return 0;
  }
  return 0;
}
KCAST_H inline int strcasecmp(const char* a, const char* b) { return strncasecmp(a, b, ~0UL); }
KCAST_H inline char* strcpy(char* to, const char* from) {
  __kcast_copy(to, from, (size_t)__kcast_strlen(from) + 1);
  return to;
}
KCAST_H inline char* strncpy(char* to, const char* from, size_t max) {
  size_t length = strnlen(from, max);
  __kcast_copy(to, from, length);
  if (length < max) __kcast_set(to + length, 0, max - length);
  return to;
}
KCAST_H inline char* strcat(char* to, const char* from) {
  strcpy(to + __kcast_strlen(to), from);
  return to;
}
KCAST_H inline char* strncat(char* to, const char* from, size_t max) {
  char* end = to + __kcast_strlen(to);
  size_t length = strnlen(from, max);
  __kcast_copy(end, from, length);
  end[length] = 0;
  return to;
}
KCAST_H inline char* strdup(const char* text) {
  return strcpy((char*)__kcast_host_alloc((size_t)__kcast_strlen(text) + 1), text);
}
KCAST_H inline char* strndup(const char* text, size_t max) {
  size_t length = strnlen(text, max);
  char* copy = (char*)__kcast_host_alloc(length + 1);
  __kcast_copy(copy, text, length);
  copy[length] = 0;
  return copy;
}
KCAST_H inline char* strchr(const char* text, int c) {
  for (;; ++text) {
    if (*text == (char)c) return (char*)text;
    if (*text == 0) return nullptr;
  }
}
KCAST_H inline char* strrchr(const char* text, int c) {
  const char* found = nullptr;
  for (;; ++text) {
    if (*text == (char)c) found = text;
    if (*text == 0) return (char*)found;
  }
}
KCAST_H inline char* strstr(const char* text, const char* part) {
  size_t length = (size_t)__kcast_strlen(part);
  for (;; ++text) {
    if (__kcast_strcmp(text, part, length) == 0) return (char*)text;
    if (*text == 0) return nullptr;
  }
}
KCAST_H inline void* memchr(const void* memory, int c, size_t bytes) {
  const char* p = (const char*)memory;
  for (size_t i = 0; i < bytes; ++i)
    if (p[i] == (char)c) return (void*)(p + i);
  return nullptr;
}
KCAST_H inline size_t strspn(const char* text, const char* set) {
  size_t i = 0;
  while (text[i] && strchr(set, text[i])) ++i;
  return i;
}
KCAST_H inline size_t strcspn(const char* text, const char* set) {
  size_t i = 0;
  while (text[i] && !strchr(set, text[i])) ++i;
  return i;
}
KCAST_H inline char* strpbrk(const char* text, const char* set) {
  text += strcspn(text, set);
  return *text ? (char*)text : nullptr;
}
KCAST_H inline char* strtok_r(char* text, const char* set, char** state) {
  if (!text) text = *state;
  text += strspn(text, set);
  if (*text == 0) {
    *state = text;
    return nullptr;
  }
  char* end = text + strcspn(text, set);
  *state = *end ? end + 1 : end;
  *end = 0;
  return text;
}
KCAST_H inline char* strsep(char** text, const char* set) {
  char* start = *text;
  if (!start) return nullptr;
  char* end = start + strcspn(start, set);
  *text = *end ? end + 1 : nullptr;
  *end = 0;
  return start;
}
KCAST_H inline char* strerror(int) { return (char*)"error"; }
KCAST_H inline char* strsignal(int) { return (char*)"signal"; }
KCAST_H inline void bzero(void* to, size_t bytes) { __kcast_set(to, 0, bytes); }
KCAST_H inline void bcopy(const void* from, void* to, size_t bytes) { __kcast_copy(to, from, bytes); }
}
inline char*& __kcast_strtok_state() {
  static char* state = nullptr;
  return state;
}
KCAST_H inline char* strtok(char* text, const char* set) { return strtok_r(text, set, &__kcast_strtok_state()); }
#endif
