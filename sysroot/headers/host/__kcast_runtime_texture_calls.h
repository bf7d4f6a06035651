// Texture calls of the CUDA and HIP runtime APIs. Included once per API with KCAST_API(name) giving the prefixed name.

inline KCAST_API(ChannelFormatDesc) KCAST_API(CreateChannelDesc)(int x, int y, int z, int w, KCAST_API(ChannelFormatKind) kind) {
  return KCAST_API(ChannelFormatDesc){x, y, z, w, kind};
}
// The bits of every component follow from the size of the element and its usual number of components.
template <class _T>
inline KCAST_API(ChannelFormatDesc) KCAST_API(CreateChannelDesc)() {
  constexpr int components = sizeof(_T) == 16 ? 4 : sizeof(_T) == 8 ? 2 : 1;
  constexpr int bits = (int)sizeof(_T) * 8 / components;
  KCAST_API(ChannelFormatKind) kind = KCAST_API(ChannelFormatKindFloat);
  if constexpr (__is_integral(_T)) kind = (_T)-1 < (_T)1 ? KCAST_API(ChannelFormatKindSigned) : KCAST_API(ChannelFormatKindUnsigned);
  return KCAST_API(CreateChannelDesc)(bits, components > 1 ? bits : 0, components > 2 ? bits : 0, components > 3 ? bits : 0, kind);
}
// A texture object is an opaque number for device code: reads through it are counted, not followed.
template <class _T>
inline KCAST_API(Error_t) KCAST_API(CreateTextureObject)(_T* result, const KCAST_API(ResourceDesc)*, const KCAST_API(TextureDesc)*,
                                                         const KCAST_API(ResourceViewDesc)*) {
  *result = (_T)__kcast_host_alloc(8);
  return KCAST_API(Success);
}
template <class _T>
inline KCAST_API(Error_t) KCAST_API(CreateSurfaceObject)(_T* result, const KCAST_API(ResourceDesc)*) {
  *result = (_T)__kcast_host_alloc(8);
  return KCAST_API(Success);
}
KCAST_NOTHING(DestroyTextureObject)
KCAST_NOTHING(DestroySurfaceObject)
KCAST_NOTHING(BindTexture)
KCAST_NOTHING(BindTexture2D)
KCAST_NOTHING(BindTextureToArray)
KCAST_NOTHING(BindSurfaceToArray)
KCAST_NOTHING(UnbindTexture)
KCAST_NOTHING(GetTextureAlignmentOffset)
KCAST_NOTHING(GetChannelDesc)
