// Memory of the CUDA and HIP runtime APIs. Included once per API with KCAST_API(name) giving the prefixed name.

template <class _T>
inline KCAST_API(Error_t) KCAST_API(Malloc)(_T** result, size_t bytes) {
  *result = (_T*)__kcast_device_alloc(bytes);
  return KCAST_API(Success);
}
template <class _T>
inline KCAST_API(Error_t) KCAST_API(MallocManaged)(_T** result, size_t bytes, unsigned = 1) {
  *result = (_T*)__kcast_device_alloc(bytes);
  return KCAST_API(Success);
}
template <class _T>
inline KCAST_API(Error_t) KCAST_API(MallocAsync)(_T** result, size_t bytes, KCAST_API(Stream_t)) {
  *result = (_T*)__kcast_device_alloc(bytes);
  return KCAST_API(Success);
}
template <class _T>
inline KCAST_API(Error_t) KCAST_API(MallocAsync)(_T** result, size_t bytes, KCAST_API(MemPool_t), KCAST_API(Stream_t)) {
  *result = (_T*)__kcast_device_alloc(bytes);
  return KCAST_API(Success);
}
template <class _T>
inline KCAST_API(Error_t) KCAST_API(MallocFromPoolAsync)(_T** result, size_t bytes, KCAST_API(MemPool_t), KCAST_API(Stream_t)) {
  *result = (_T*)__kcast_device_alloc(bytes);
  return KCAST_API(Success);
}
template <class _T>
inline KCAST_API(Error_t) KCAST_API(MallocHost)(_T** result, size_t bytes, unsigned = 0) {
  *result = (_T*)__kcast_host_alloc(bytes);
  return KCAST_API(Success);
}
template <class _T>
inline KCAST_API(Error_t) KCAST_API(HostAlloc)(_T** result, size_t bytes, unsigned = 0) {
  *result = (_T*)__kcast_host_alloc(bytes);
  return KCAST_API(Success);
}
template <class _T>
inline KCAST_API(Error_t) KCAST_API(HostMalloc)(_T** result, size_t bytes, unsigned = 0) {
  *result = (_T*)__kcast_host_alloc(bytes);
  return KCAST_API(Success);
}
// Rows start at multiples of 512 bytes, which is what current devices give.
template <class _T>
inline KCAST_API(Error_t) KCAST_API(MallocPitch)(_T** result, size_t* pitch, size_t width, size_t height) {
  *pitch = (width + 511) / 512 * 512;
  *result = (_T*)__kcast_device_alloc(*pitch * height);
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(Malloc3D)(KCAST_API(PitchedPtr)* result, KCAST_API(Extent) extent) {
  result->pitch = (extent.width + 511) / 512 * 512;
  result->xsize = extent.width;
  result->ysize = extent.height;
  result->ptr = __kcast_device_alloc(result->pitch * extent.height * extent.depth);
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(MallocArray)(KCAST_API(Array_t)* result, const KCAST_API(ChannelFormatDesc)* format, size_t width,
                                                 size_t height = 0, unsigned = 0) {
  size_t bits = (size_t)(format->x + format->y + format->z + format->w);
  *result = (KCAST_API(Array_t))__kcast_device_alloc(bits / 8 * width * (height ? height : 1));
  return KCAST_API(Success);
}
// The levels of a mip map follow each other; the first is most of it.
inline KCAST_API(Error_t) KCAST_API(MallocMipmappedArray)(KCAST_API(MipmappedArray_t)* result, const KCAST_API(ChannelFormatDesc)* format,
                                                          KCAST_API(Extent) extent, unsigned, unsigned = 0) {
  size_t bits = (size_t)(format->x + format->y + format->z + format->w);
  size_t rows = (extent.height ? extent.height : 1) * (extent.depth ? extent.depth : 1);
  *result = (KCAST_API(MipmappedArray_t))__kcast_device_alloc(bits / 8 * extent.width * rows * 4 / 3);
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(GetMipmappedArrayLevel)(KCAST_API(Array_t)* result, KCAST_API(MipmappedArray_t) all, unsigned) {
  *result = (KCAST_API(Array_t))all;
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(FreeMipmappedArray)(KCAST_API(MipmappedArray_t) all) {
  __kcast_free(all);
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(Malloc3DArray)(KCAST_API(Array_t)* result, const KCAST_API(ChannelFormatDesc)* format,
                                                   KCAST_API(Extent) extent, unsigned = 0) {
  size_t rows = (extent.height ? extent.height : 1) * (extent.depth ? extent.depth : 1);
  return KCAST_API(MallocArray)(result, format, extent.width, rows);
}

#define KCAST_FREE(name)                                     \
  inline KCAST_API(Error_t) KCAST_API(name)(const void* p) { \
    if (p) __kcast_free(p);                                  \
    return KCAST_API(Success);                               \
  }
KCAST_FREE(Free)
KCAST_FREE(FreeHost)
KCAST_FREE(HostFree)
KCAST_FREE(FreeArray)
#undef KCAST_FREE
inline KCAST_API(Error_t) KCAST_API(FreeAsync)(void* p, KCAST_API(Stream_t)) { return KCAST_API(Free)(p); }

inline KCAST_API(Error_t) KCAST_API(Memcpy)(void* to, const void* from, size_t bytes, KCAST_API(MemcpyKind)) {
  __kcast_copy(to, from, bytes);
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(MemcpyAsync)(void* to, const void* from, size_t bytes, KCAST_API(MemcpyKind),
                                                 KCAST_API(Stream_t) = 0) {
  __kcast_copy(to, from, bytes);
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(MemcpyPeer)(void* to, int, const void* from, int, size_t bytes) {
  __kcast_copy(to, from, bytes);
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(MemcpyPeerAsync)(void* to, int, const void* from, int, size_t bytes, KCAST_API(Stream_t) = 0) {
  __kcast_copy(to, from, bytes);
  return KCAST_API(Success);
}
// What a strided copy leaves in the destination is not followed; only whole rows without gaps are.
inline KCAST_API(Error_t) KCAST_API(Memcpy2D)(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                                              size_t height, KCAST_API(MemcpyKind)) {
  if (to_pitch == width && from_pitch == width) __kcast_copy(to, from, width * height);
  else __kcast_forget(to);
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(Memcpy2DAsync)(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                                                   size_t height, KCAST_API(MemcpyKind) kind, KCAST_API(Stream_t) = 0) {
  return KCAST_API(Memcpy2D)(to, to_pitch, from, from_pitch, width, height, kind);
}
inline KCAST_API(Error_t) KCAST_API(Memcpy3D)(const KCAST_API(Memcpy3DParms)* p) {
  if (p->dstPtr.ptr) __kcast_forget(p->dstPtr.ptr);
  else if (p->dstArray) __kcast_forget(p->dstArray);
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(Memcpy3DAsync)(const KCAST_API(Memcpy3DParms)* p, KCAST_API(Stream_t) = 0) {
  return KCAST_API(Memcpy3D)(p);
}
inline KCAST_API(Error_t) KCAST_API(MemcpyToArray)(KCAST_API(Array_t) to, size_t, size_t, const void* from, size_t bytes,
                                                   KCAST_API(MemcpyKind)) {
  __kcast_copy(to, from, bytes);
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(MemcpyFromArray)(void* to, KCAST_API(ArrayConst_t) from, size_t, size_t, size_t bytes,
                                                     KCAST_API(MemcpyKind)) {
  __kcast_copy(to, from, bytes);
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(Memcpy2DToArray)(KCAST_API(Array_t) to, size_t, size_t, const void* from, size_t pitch,
                                                     size_t width, size_t height, KCAST_API(MemcpyKind)) {
  if (pitch == width) __kcast_copy(to, from, width * height);
  else __kcast_forget(to);
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(Memcpy2DFromArray)(void* to, size_t, KCAST_API(ArrayConst_t), size_t, size_t, size_t, size_t,
                                                       KCAST_API(MemcpyKind)) {
  __kcast_forget(to);
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(Memset)(void* to, int byte, size_t bytes) {
  __kcast_set(to, byte, bytes);
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(MemsetAsync)(void* to, int byte, size_t bytes, KCAST_API(Stream_t) = 0) {
  __kcast_set(to, byte, bytes);
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(Memset2D)(void* to, size_t pitch, int byte, size_t width, size_t height) {
  if (pitch == width) __kcast_set(to, byte, width * height);
  else __kcast_forget(to);
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(Memset2DAsync)(void* to, size_t pitch, int byte, size_t width, size_t height,
                                                   KCAST_API(Stream_t) = 0) {
  return KCAST_API(Memset2D)(to, pitch, byte, width, height);
}
inline KCAST_API(Error_t) KCAST_API(Memset3D)(KCAST_API(PitchedPtr) to, int, KCAST_API(Extent)) {
  __kcast_forget(to.ptr);
  return KCAST_API(Success);
}

// A symbol is a __device__ or __constant__ variable; its address stands for the device object.
template <class _T>
inline KCAST_API(Error_t) KCAST_API(MemcpyToSymbol)(const _T& symbol, const void* from, size_t bytes, size_t offset = 0,
                                                    KCAST_API(MemcpyKind) = KCAST_API(MemcpyHostToDevice)) {
  __kcast_copy((char*)&symbol + offset, from, bytes);
  return KCAST_API(Success);
}
template <class _T>
inline KCAST_API(Error_t) KCAST_API(MemcpyToSymbolAsync)(const _T& symbol, const void* from, size_t bytes, size_t offset,
                                                         KCAST_API(MemcpyKind), KCAST_API(Stream_t) = 0) {
  __kcast_copy((char*)&symbol + offset, from, bytes);
  return KCAST_API(Success);
}
template <class _T>
inline KCAST_API(Error_t) KCAST_API(MemcpyFromSymbol)(void* to, const _T& symbol, size_t bytes, size_t offset = 0,
                                                      KCAST_API(MemcpyKind) = KCAST_API(MemcpyDeviceToHost)) {
  __kcast_copy(to, (const char*)&symbol + offset, bytes);
  return KCAST_API(Success);
}
template <class _T>
inline KCAST_API(Error_t) KCAST_API(MemcpyFromSymbolAsync)(void* to, const _T& symbol, size_t bytes, size_t offset,
                                                           KCAST_API(MemcpyKind), KCAST_API(Stream_t) = 0) {
  __kcast_copy(to, (const char*)&symbol + offset, bytes);
  return KCAST_API(Success);
}
template <class _P, class _T>
inline KCAST_API(Error_t) KCAST_API(GetSymbolAddress)(_P** result, const _T& symbol) {
  *result = (_P*)&symbol;
  return KCAST_API(Success);
}
template <class _T>
inline KCAST_API(Error_t) KCAST_API(GetSymbolSize)(size_t* result, const _T&) {
  *result = sizeof(_T);
  return KCAST_API(Success);
}
template <class _T>
inline KCAST_API(Error_t) KCAST_API(HostGetDevicePointer)(_T** result, void* host, unsigned) {
  *result = (_T*)host;
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(HostRegister)(void*, size_t, unsigned) { return KCAST_API(Success); }
inline KCAST_API(Error_t) KCAST_API(HostUnregister)(void*) { return KCAST_API(Success); }
inline KCAST_API(Error_t) KCAST_API(HostGetFlags)(unsigned* flags, void*) {
  *flags = 0;
  return KCAST_API(Success);
}
template <class... _A>
inline KCAST_API(Error_t) KCAST_API(MemPrefetchAsync)(const void*, size_t, _A...) {
  return KCAST_API(Success);
}
template <class _Where>
inline KCAST_API(Error_t) KCAST_API(MemAdvise)(const void*, size_t, KCAST_API(MemoryAdvise), _Where) {
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(MemGetInfo)(size_t* free_bytes, size_t* total) {
  *free_bytes = __kcast_unknown<size_t>("free memory", "run-time query");
  *total = __kcast_unknown<size_t>("prop.totalGlobalMem", "run-time query");
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(PointerGetAttributes)(KCAST_API(PointerAttributes)* result, const void* p) {
  result->type = KCAST_API(MemoryTypeDevice);
  result->memoryType = KCAST_API(MemoryTypeDevice);
  result->device = 0;
  result->devicePointer = (void*)p;
  result->hostPointer = nullptr;
  result->isManaged = 0;
  return KCAST_API(Success);
}
