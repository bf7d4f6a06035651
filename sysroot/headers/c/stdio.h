// Output is swallowed; input is unknown and says so.
#ifndef KCAST_C_STDIO_H
#define KCAST_C_STDIO_H
#include <__kcast_c.h>
#include <stdarg.h>
#include <sys/types.h>
#define EOF (-1)
#define BUFSIZ 8192
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define FILENAME_MAX 4096
typedef struct __kcast_file { int number; } FILE;
static FILE __kcast_streams[3];
#define stdin (&__kcast_streams[0])
#define stdout (&__kcast_streams[1])
#define stderr (&__kcast_streams[2])
KCAST_C int printf(const char* format, ...) { return 0; }
KCAST_C int fprintf(FILE* file, const char* format, ...) { return 0; }
KCAST_C int vprintf(const char* format, va_list list) { return 0; }
KCAST_C int vfprintf(FILE* file, const char* format, va_list list) { return 0; }
KCAST_C int sprintf(char* text, const char* format, ...) {
  __kcast_forget(text);
  return __kcast_unknown_int("sprintf()", "text format");
}
KCAST_C int snprintf(char* text, size_t room, const char* format, ...) {
  __kcast_forget(text);
  return __kcast_unknown_int("snprintf()", "text format");
}
KCAST_C int puts(const char* text) { return 0; }
KCAST_C int fputs(const char* text, FILE* file) { return 0; }
KCAST_C int putchar(int c) { return c; }
KCAST_C int fputc(int c, FILE* file) { return c; }
KCAST_C int fflush(FILE* file) { return 0; }
KCAST_C void perror(const char* text) {}
KCAST_C FILE* fopen(const char* name, const char* mode) { return (FILE*)__kcast_host_alloc(sizeof(FILE)); }
KCAST_C int fclose(FILE* file) { return 0; }
KCAST_C int feof(FILE* file) { return __kcast_unknown_int("feof()", "read from a file"); }
KCAST_C int ferror(FILE* file) { return 0; }
KCAST_C int fseek(FILE* file, long offset, int from) { return 0; }
KCAST_C long ftell(FILE* file) { return __kcast_unknown_long("ftell()", "read from a file"); }
KCAST_C void rewind(FILE* file) {}
KCAST_C size_t fread(void* to, size_t bytes, size_t count, FILE* file) {
  __kcast_forget(to);
  return count;
}
KCAST_C size_t fwrite(const void* from, size_t bytes, size_t count, FILE* file) { return count; }
KCAST_C char* fgets(char* text, int room, FILE* file) {
  __kcast_forget(text);
  return text;
}
KCAST_C int fgetc(FILE* file) { return __kcast_unknown_int("fgetc()", "read from a file"); }
KCAST_C int getchar(void) { return __kcast_unknown_int("getchar()", "input"); }
// What they store is found through their arguments by the evaluator, which forgets it.
int scanf(const char* format, ...);
int fscanf(FILE* file, const char* format, ...);
int sscanf(const char* text, const char* format, ...);
KCAST_C int setvbuf(FILE* file, char* buffer, int mode, size_t bytes) { return 0; }
#define _IONBF 2
#define _IOLBF 1
#define _IOFBF 0
#endif
