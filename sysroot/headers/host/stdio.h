// Output is swallowed; input is unknown and says so, but for files of the project; formatting into memory is real.
#ifndef KCAST_STDIO_H
#define KCAST_STDIO_H
#include <__kcast_format.h>
#include <stdarg.h>
#include <sys/types.h>
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IONBF 2
#define _IOLBF 1
#define _IOFBF 0

struct __kcast_file {
  const char* reason;
  const char* text;  // its first bytes; null: not known
  long kept;         // so many
  long size;         // of the file
  long at;
};
typedef __kcast_file FILE;
typedef long fpos_t;
inline __kcast_file __kcast_console[3] = {{"standard input"}, {"standard output"}, {"standard error"}};
#define stdin (&__kcast_console[0])
#define stdout (&__kcast_console[1])
#define stderr (&__kcast_console[2])

extern "C" {
KCAST_H inline int printf(const char*, ...) { return 0; }
KCAST_H inline int fprintf(FILE*, const char*, ...) { return 0; }
KCAST_H inline int dprintf(int, const char*, ...) { return 0; }
KCAST_H inline int vprintf(const char*, va_list) { return 0; }
KCAST_H inline int vfprintf(FILE*, const char*, va_list) { return 0; }
KCAST_H inline int vsprintf(char* text, const char*, va_list) {
  __kcast_forget(text);
  return __kcast_unknown<int>("vsprintf()", "text format");
}
KCAST_H inline int vsnprintf(char* text, size_t, const char*, va_list) {
  if (text) __kcast_forget(text);
  return __kcast_unknown<int>("vsnprintf()", "text format");
}
KCAST_H inline int puts(const char*) { return 0; }
KCAST_H inline int fputs(const char*, FILE*) { return 0; }
KCAST_H inline int putchar(int c) { return c; }
KCAST_H inline int putc(int c, FILE*) { return c; }
KCAST_H inline int fputc(int c, FILE*) { return c; }
KCAST_H inline void perror(const char*) {}
KCAST_H inline int fflush(FILE*) { return 0; }
KCAST_H inline int setvbuf(FILE*, char*, int, size_t) { return 0; }
KCAST_H inline void setbuf(FILE*, char*) {}
KCAST_H inline FILE* fopen(const char* path, const char* mode) {
  FILE* file = (FILE*)__kcast_host_alloc(sizeof(FILE));
  file->reason = "input file";
  file->text = nullptr;
  file->kept = file->size = file->at = 0;
  if (mode[0] == 'r') file->text = __kcast_file_bytes(path, &file->kept, &file->size);
  return file->size < 0 ? nullptr : file;
}
// Whether what comes next is known: bytes, or the end.
KCAST_H inline bool __kcast_is_text(FILE* file) {
  return file->text && (file->at < file->kept || file->at >= file->size);
}
KCAST_H inline FILE* fopen64(const char* path, const char* mode) { return fopen(path, mode); }
KCAST_H inline FILE* fdopen(int, const char* mode) { return fopen("", mode); }
KCAST_H inline FILE* freopen(const char*, const char*, FILE* file) { return file; }
KCAST_H inline FILE* popen(const char*, const char* mode) { return fopen("", mode); }
KCAST_H inline FILE* tmpfile() { return fopen("", "w"); }
KCAST_H inline int fclose(FILE*) { return 0; }
KCAST_H inline int pclose(FILE*) { return 0; }
KCAST_H inline size_t fread(void* to, size_t each, size_t count, FILE* file) {
  if (!file->text || each == 0) {
    __kcast_forget(to);
    return __kcast_unknown<unsigned long>("fread()", file->reason);
  }
  long left = (file->size - file->at) / (long)each;
  if (left < 0) left = 0;
  if ((long)count > left) count = (size_t)left;
  long bytes = (long)(each * count);
  if (file->at + bytes <= file->kept) __kcast_copy(to, file->text + file->at, (unsigned long)bytes);
  else __kcast_forget(to);
  file->at += bytes;
  return count;
}
KCAST_H inline size_t fwrite(const void*, size_t, size_t count, FILE*) { return count; }
// Bytes up to the end of the line, which belongs to it.
KCAST_H inline long __kcast_line(FILE* file) {
  const char* text = file->text + file->at;
  long n = 0;
  while (file->at + n < file->kept && text[n] != '\n') ++n;
  return file->at + n < file->kept ? n + 1 : n;
}
KCAST_H inline char* fgets(char* to, int room, FILE* file) {
  if (__kcast_is_text(file)) {
    if (file->at >= file->size) return nullptr;
    long n = __kcast_line(file);
    if (n > room - 1) n = room - 1;
    __kcast_copy(to, file->text + file->at, (unsigned long)n);
    to[n] = 0;
    file->at += n;
    return to;
  }
  __kcast_forget(to);
  return __kcast_unknown<bool>("fgets()", file->reason) ? to : nullptr;
}
KCAST_H inline int fgetc(FILE* file) {
  if (__kcast_is_text(file)) return file->at < file->size ? (unsigned char)file->text[file->at++] : EOF;
  return __kcast_unknown<int>("fgetc()", file->reason);
}
KCAST_H inline int getc(FILE* file) { return fgetc(file); }
KCAST_H inline int getchar() { return __kcast_unknown<int>("getchar()", "standard input"); }
KCAST_H inline int ungetc(int c, FILE* file) {
  if (file->at > 0) --file->at;
  return c;
}
KCAST_H inline ssize_t getline(char** line, size_t* room, FILE* file) {
  if (!__kcast_is_text(file)) {
    __kcast_forget(line);
    return __kcast_unknown<long>("getline()", file->reason);
  }
  if (file->at >= file->size) return EOF;
  long n = __kcast_line(file);
  *room = n < 119 ? 120 : (size_t)n + 1;
  *line = (char*)__kcast_host_alloc(*room);
  __kcast_copy(*line, file->text + file->at, (unsigned long)n);
  (*line)[n] = 0;
  file->at += n;
  return n;
}
KCAST_H inline int fseek(FILE* file, long offset, int from) {
  file->at = from == SEEK_SET ? offset : from == SEEK_CUR ? file->at + offset : file->size + offset;
  return 0;
}
KCAST_H inline int fseeko(FILE* file, off_t offset, int from) { return fseek(file, offset, from); }
KCAST_H inline long ftell(FILE* file) {
  return file->text ? file->at : __kcast_unknown<long>("ftell()", file->reason);
}
KCAST_H inline off_t ftello(FILE* file) { return ftell(file); }
KCAST_H inline void rewind(FILE* file) { file->at = 0; }
KCAST_H inline int feof(FILE* file) {
  if (__kcast_is_text(file)) return file->at >= file->size;
  return __kcast_unknown<int>("feof()", file->reason);
}
KCAST_H inline int ferror(FILE*) { return 0; }
KCAST_H inline void clearerr(FILE*) {}
KCAST_H inline int fileno(FILE*) { return 3; }
KCAST_H inline int remove(const char*) { return 0; }
KCAST_H inline int rename(const char*, const char*) { return 0; }
}

template <class... _A>
KCAST_H inline int snprintf(char* text, size_t room, const char* format, _A... values) {
  __kcast_text_sink to = {text, room, 0};
  __kcast_format(to, format, values...);
  if (room) text[to.size < room ? to.size : room - 1] = 0;
  return (int)to.size;
}
template <class... _A>
KCAST_H inline int sprintf(char* text, const char* format, _A... values) {
  return snprintf(text, ~0UL, format, values...);
}
template <class... _A>
KCAST_H inline int asprintf(char** text, const char* format, _A... values) {
  *text = (char*)__kcast_host_alloc((size_t)snprintf((char*)nullptr, 0, format, values...) + 1);
  return sprintf(*text, format, values...);
}
template <class... _A>
KCAST_H inline int sscanf(const char* text, const char* format, _A... results) {
  return __kcast_scan(&text, format, 0, results...);
}
template <class... _A>
KCAST_H inline int fscanf(FILE* file, const char* format, _A... results) {
  if (__kcast_is_text(file)) {
    const char* next = __kcast_skip_space(file->text + file->at);
    file->at = next - file->text;
    if (file->at >= file->size) return EOF;
    if (file->at < file->kept) {
      int found = __kcast_scan(&next, format, 0, results...);
      file->at = next - file->text;
      return found;
    }
  }
  __kcast_forget_all(results...);
  return __kcast_unknown<int>("fscanf()", file->reason);
}
template <class... _A>
KCAST_H inline int scanf(const char*, _A... results) {
  __kcast_forget_all(results...);
  return __kcast_unknown<int>("scanf()", "standard input");
}
#endif
