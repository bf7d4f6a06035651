// Memory goes to the bulk intrinsics; text is short, so the rest is plain loops.
#ifndef KCAST_C_STRING_H
#define KCAST_C_STRING_H
#include <__kcast_c.h>
#include <stdlib.h>
KCAST_C void* memcpy(void* to, const void* from, size_t bytes) {
  __kcast_copy(to, from, bytes);
  return to;
}
KCAST_C void* memmove(void* to, const void* from, size_t bytes) {
  __kcast_copy(to, from, bytes);
  return to;
}
KCAST_C void* memset(void* to, int byte, size_t bytes) {
  __kcast_set(to, byte, bytes);
  return to;
}
KCAST_C int memcmp(const void* left, const void* right, size_t bytes) {
  return __kcast_unknown_int("memcmp()", "comparison of host data");
}
KCAST_C size_t strlen(const char* text) { return (size_t)__kcast_strlen(text); }
KCAST_C int strcmp(const char* a, const char* b) { return __kcast_strcmp(a, b, ~0UL); }
KCAST_C int strncmp(const char* a, const char* b, size_t max) { return __kcast_strcmp(a, b, max); }
KCAST_C char* strcpy(char* to, const char* from) {
  __kcast_copy(to, from, strlen(from) + 1);
  return to;
}
KCAST_C char* strncpy(char* to, const char* from, size_t max) {
  __kcast_copy(to, from, max);
  return to;
}
KCAST_C char* strcat(char* to, const char* from) {
  __kcast_copy(to + strlen(to), from, strlen(from) + 1);
  return to;
}
KCAST_C char* strdup(const char* text) { return strcpy((char*)malloc(strlen(text) + 1), text); }
KCAST_C char* strchr(const char* text, int c) {
  for (; *text; ++text)
    if (*text == c) return (char*)text;
  return c == 0 ? (char*)text : NULL;
}
KCAST_C char* strrchr(const char* text, int c) {
  char* last = NULL;
  for (; *text; ++text)
    if (*text == c) last = (char*)text;
  return last;
}
KCAST_C char* strstr(const char* text, const char* word) {
  for (; *text; ++text)
    if (__kcast_strcmp(text, word, strlen(word)) == 0) return (char*)text;
  return NULL;
}
KCAST_C char* strerror(int error) { return "error"; }
#endif
