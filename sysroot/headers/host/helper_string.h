// Command-line arguments as the CUDA samples read them: -name=value, with one or two dashes.
#ifndef KCAST_HELPER_STRING_H
#define KCAST_HELPER_STRING_H
#include <stdlib.h>
#include <string.h>
// The text behind the name of an argument: empty without a value, null when it is not given.
inline const char* __kcast_find_argument(int argc, const char** argv, const char* name) {
  size_t length = strlen(name);
  for (int i = 1; i < argc; ++i) {
    const char* word = argv[i];
    while (*word == '-') ++word;
    if (strncasecmp(word, name, length) != 0) continue;
    if (word[length] == '=') return word + length + 1;
    if (word[length] == 0) return word + length;
  }
  return nullptr;
}
inline bool checkCmdLineFlag(int argc, const char** argv, const char* name) {
  return __kcast_find_argument(argc, argv, name) != nullptr;
}
inline int getCmdLineArgumentInt(int argc, const char** argv, const char* name) {
  const char* text = __kcast_find_argument(argc, argv, name);
  return text ? atoi(text) : 0;
}
inline float getCmdLineArgumentFloat(int argc, const char** argv, const char* name) {
  const char* text = __kcast_find_argument(argc, argv, name);
  return text ? (float)atof(text) : 0;
}
inline bool getCmdLineArgumentString(int argc, const char** argv, const char* name, char** result) {
  *result = (char*)__kcast_find_argument(argc, argv, name);
  return *result != nullptr;
}
template <class _T>
inline bool getCmdLineArgumentValue(int argc, const char** argv, const char* name, _T* value) {
  const char* text = __kcast_find_argument(argc, argv, name);
  if (text) *value = (_T)atoi(text);
  return text != nullptr;
}
// The folders of the samples, from the one of the program on.
inline char* sdkFindFilePath(const char* name, const char*) {
  const char* const folders[] = {"", "data/", "../data/", "../../data/", "../../../data/", "../../../Common/data/"};
  for (int i = 0; i < 6; ++i) {
    long kept = 0, size = 0;
    char* path = (char*)__kcast_host_alloc(strlen(folders[i]) + strlen(name) + 1);
    strcpy(path, folders[i]);
    strcat(path, name);
    if (__kcast_file_bytes(path, &kept, &size)) return path;
  }
  return (char*)name;
}
inline int stringRemoveDelimiter(char delimiter, const char* text) {
  int i = 0;
  while (text[i] == delimiter) ++i;
  return i;
}
#define STRCASECMP strcasecmp
#define STRNCASECMP strncasecmp
#define STRCPY(to, length, from) strcpy(to, from)
#define SPRINTF sprintf
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#define SSCANF sscanf
#endif
