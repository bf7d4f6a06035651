#ifndef KCAST_HELPER_IMAGE_H
#define KCAST_HELPER_IMAGE_H
#include <helper_string.h>
#include <stdio.h>
// "P5 512 512 255", with comments: the sizes of an image of the project. False: it is no such file.
inline bool __kcast_image_size(const char* name, unsigned* width, unsigned* height) {
  long kept = 0, size = 0;
  const char* text = __kcast_file_bytes(name, &kept, &size);
  if (!text || text[0] != 'P') return false;
  const char* at = __kcast_skip_space(text + 2);
  while (*at == '#') {
    while (*at && *at != '\n') ++at;
    at = __kcast_skip_space(at);
  }
  return sscanf(at, "%u %u", width, height) == 2;
}
// What an image of another format, or one that is not there, holds is unknown.
template <class _T>
inline bool __kcast_load_image(const char* name, _T** data, unsigned* width, unsigned* height) {
  if (!__kcast_image_size(name, width, height)) {
    *width = __kcast_unknown<unsigned>("image width", "input file");
    *height = __kcast_unknown<unsigned>("image height", "input file");
  }
  if (*data == nullptr) *data = (_T*)__kcast_host_alloc((size_t)*width * *height * 4 * sizeof(_T));
  return true;
}
template <class _T>
inline bool sdkLoadPGM(const char* name, _T** data, unsigned* width, unsigned* height) {
  return __kcast_load_image(name, data, width, height);
}
template <class _T>
inline bool sdkLoadPPM4(const char* name, _T** data, unsigned* width, unsigned* height) {
  return __kcast_load_image(name, data, width, height);
}
template <class... _A>
inline bool sdkSavePGM(_A&&...) {
  return true;
}
template <class... _A>
inline bool sdkSavePPM4ub(_A&&...) {
  return true;
}
template <class... _A>
inline bool sdkCompareL2fe(_A&&...) {
  return true;
}
template <class... _A>
inline bool compareData(_A&&...) {
  return true;
}
template <class... _A>
inline bool sdkWriteFile(_A&&...) {
  return true;
}
template <class _T>
inline bool sdkReadFile(const char*, _T** data, unsigned* length, bool) {
  *length = __kcast_unknown<unsigned>("file length", "input file");
  if (*data == nullptr) *data = (_T*)__kcast_host_alloc((size_t)*length * sizeof(_T));
  return true;
}
#endif
