#ifndef KCAST_HELPER_IMAGE_H
#define KCAST_HELPER_IMAGE_H
#include <helper_string.h>
// An image file is input: its size and contents are unknown.
template <class _T>
inline bool __kcast_load_image(_T** data, unsigned* width, unsigned* height) {
  *width = __kcast_unknown<unsigned>("image width", "input file");
  *height = __kcast_unknown<unsigned>("image height", "input file");
  if (*data == nullptr) *data = (_T*)__kcast_host_alloc((size_t)*width * *height * 4 * sizeof(_T));
  return true;
}
template <class _T>
inline bool sdkLoadPGM(const char*, _T** data, unsigned* width, unsigned* height) {
  return __kcast_load_image(data, width, height);
}
template <class _T>
inline bool sdkLoadPPM4(const char*, _T** data, unsigned* width, unsigned* height) {
  return __kcast_load_image(data, width, height);
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
