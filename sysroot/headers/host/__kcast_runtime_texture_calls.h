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
// An object is the address of its texels; where coordinates are normalised, with the binary logarithm of a usual width.
// A resource that names no memory is given some.
inline void* KCAST_API(TexelsOf__)(const KCAST_API(ResourceDesc)* resource) {
  void* texels = resource->resType == KCAST_API(ResourceTypeLinear)           ? resource->res.linear.devPtr
                 : resource->resType == KCAST_API(ResourceTypePitch2D)        ? resource->res.pitch2D.devPtr
                 : resource->resType == KCAST_API(ResourceTypeMipmappedArray) ? (void*)resource->res.mipmap.mipmap
                                                                              : (void*)resource->res.array.array;
  return texels ? texels : __kcast_device_alloc(1ul << 26);
}
template <class _T>
inline KCAST_API(Error_t) KCAST_API(CreateTextureObject)(_T* result, const KCAST_API(ResourceDesc)* resource,
                                                         const KCAST_API(TextureDesc)* texture,
                                                         const KCAST_API(ResourceViewDesc)*) {
  *result = (_T)((char*)KCAST_API(TexelsOf__)(resource) + (texture->normalizedCoords ? 10 : 0));
  return KCAST_API(Success);
}
template <class _T>
inline KCAST_API(Error_t) KCAST_API(CreateSurfaceObject)(_T* result, const KCAST_API(ResourceDesc)* resource) {
  *result = (_T)KCAST_API(TexelsOf__)(resource);
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
