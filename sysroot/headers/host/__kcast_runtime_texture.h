// Textures and channel formats of the CUDA and HIP runtime APIs. Included once per API with KCAST_API(name) giving
// the prefixed name. The device header may have defined the enumerations that device code needs.

enum KCAST_API(ChannelFormatKind) {
  KCAST_API(ChannelFormatKindSigned),
  KCAST_API(ChannelFormatKindUnsigned),
  KCAST_API(ChannelFormatKindFloat),
  KCAST_API(ChannelFormatKindNone)
};
struct KCAST_API(ChannelFormatDesc) {
  int x, y, z, w;
  KCAST_API(ChannelFormatKind) f;
};
enum KCAST_API(ResourceType) {
  KCAST_API(ResourceTypeArray),
  KCAST_API(ResourceTypeMipmappedArray),
  KCAST_API(ResourceTypeLinear),
  KCAST_API(ResourceTypePitch2D)
};
struct KCAST_API(ResourceDesc) {
  KCAST_API(ResourceType) resType;
  struct {
    struct {
      KCAST_API(Array_t) array;
    } array;
    struct {
      KCAST_API(MipmappedArray_t) mipmap;
    } mipmap;
    struct {
      void* devPtr;
      KCAST_API(ChannelFormatDesc) desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void* devPtr;
      KCAST_API(ChannelFormatDesc) desc;
      size_t width, height, pitchInBytes;
    } pitch2D;
  } res;
};
struct KCAST_API(TextureDesc) {
  KCAST_API(TextureAddressMode) addressMode[3];
  KCAST_API(TextureFilterMode) filterMode;
  KCAST_API(TextureReadMode) readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned maxAnisotropy;
  KCAST_API(TextureFilterMode) mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};
struct KCAST_API(ResourceViewDesc) {
  int format;
  size_t width, height, depth;
};
