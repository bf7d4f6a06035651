// The types of the CUDA and HIP runtime APIs, which differ in their prefix only. Included once per API with
// KCAST_API(name) giving the prefixed name.
// No include guard: that is the point of it.

enum KCAST_API(Error_t) {
  KCAST_API(Success) = 0,
  KCAST_API(ErrorInvalidValue) = 1,
  KCAST_API(ErrorMemoryAllocation) = 2,
  KCAST_API(ErrorInitializationError) = 3,
  KCAST_API(ErrorInvalidConfiguration) = 9,
  KCAST_API(ErrorInvalidSymbol) = 13,
  KCAST_API(ErrorInvalidDevicePointer) = 17,
  KCAST_API(ErrorInvalidMemcpyDirection) = 21,
  KCAST_API(ErrorInsufficientDriver) = 35,
  KCAST_API(ErrorInvalidDeviceFunction) = 98,
  KCAST_API(ErrorNoDevice) = 100,
  KCAST_API(ErrorInvalidDevice) = 101,
  KCAST_API(ErrorNoKernelImageForDevice) = 209,
  KCAST_API(ErrorInvalidResourceHandle) = 400,
  KCAST_API(ErrorNotReady) = 600,
  KCAST_API(ErrorIllegalAddress) = 700,
  KCAST_API(ErrorLaunchOutOfResources) = 701,
  KCAST_API(ErrorLaunchTimeout) = 702,
  KCAST_API(ErrorPeerAccessAlreadyEnabled) = 704,
  KCAST_API(ErrorPeerAccessNotEnabled) = 705,
  KCAST_API(ErrorLaunchFailure) = 719,
  KCAST_API(ErrorCooperativeLaunchTooLarge) = 720,
  KCAST_API(ErrorNotSupported) = 801,
  KCAST_API(ErrorUnknown) = 999
};
enum KCAST_API(MemcpyKind) {
  KCAST_API(MemcpyHostToHost),
  KCAST_API(MemcpyHostToDevice),
  KCAST_API(MemcpyDeviceToHost),
  KCAST_API(MemcpyDeviceToDevice),
  KCAST_API(MemcpyDefault)
};
enum KCAST_API(DeviceAttribute_t) {
  KCAST_ATTRIBUTE(MaxThreadsPerBlock) = 1,
  KCAST_ATTRIBUTE(MaxBlockDimX) = 2,
  KCAST_ATTRIBUTE(MaxBlockDimY) = 3,
  KCAST_ATTRIBUTE(MaxBlockDimZ) = 4,
  KCAST_ATTRIBUTE(MaxGridDimX) = 5,
  KCAST_ATTRIBUTE(MaxGridDimY) = 6,
  KCAST_ATTRIBUTE(MaxGridDimZ) = 7,
  KCAST_ATTRIBUTE(MaxSharedMemoryPerBlock) = 8,
  KCAST_ATTRIBUTE(TotalConstantMemory) = 9,
  KCAST_ATTRIBUTE(WarpSize) = 10,
  KCAST_ATTRIBUTE(MaxRegistersPerBlock) = 12,
  KCAST_ATTRIBUTE(ClockRate) = 13,
  KCAST_ATTRIBUTE(TextureAlignment) = 14,
  KCAST_ATTRIBUTE(MultiProcessorCount) = 16,
  KCAST_ATTRIBUTE(Integrated) = 18,
  KCAST_ATTRIBUTE(CanMapHostMemory) = 19,
  KCAST_ATTRIBUTE(ComputeMode) = 20,
  KCAST_ATTRIBUTE(ConcurrentKernels) = 31,
  KCAST_ATTRIBUTE(MemoryClockRate) = 36,
  KCAST_ATTRIBUTE(GlobalMemoryBusWidth) = 37,
  KCAST_ATTRIBUTE(L2CacheSize) = 38,
  KCAST_ATTRIBUTE(MaxThreadsPerMultiProcessor) = 39,
  KCAST_ATTRIBUTE(AsyncEngineCount) = 40,
  KCAST_ATTRIBUTE(UnifiedAddressing) = 41,
  KCAST_ATTRIBUTE(ComputeCapabilityMajor) = 75,
  KCAST_ATTRIBUTE(ComputeCapabilityMinor) = 76,
  KCAST_ATTRIBUTE(MaxSharedMemoryPerMultiprocessor) = 81,
  KCAST_ATTRIBUTE(MaxRegistersPerMultiprocessor) = 82,
  KCAST_ATTRIBUTE(ManagedMemory) = 83,
  KCAST_ATTRIBUTE(PageableMemoryAccess) = 88,
  KCAST_ATTRIBUTE(ConcurrentManagedAccess) = 89,
  KCAST_ATTRIBUTE(CooperativeLaunch) = 95,
  KCAST_ATTRIBUTE(MaxSharedMemoryPerBlockOptin) = 97,
  KCAST_ATTRIBUTE(MaxBlocksPerMultiprocessor) = 106,
  KCAST_ATTRIBUTE(MemoryPoolsSupported) = 115
};
enum KCAST_API(FuncAttribute) {
  KCAST_API(FuncAttributeMaxDynamicSharedMemorySize) = 8,
  KCAST_API(FuncAttributePreferredSharedMemoryCarveout) = 9,
  KCAST_API(FuncAttributeNonPortableClusterSizeAllowed) = 14
};
enum KCAST_API(FuncCache) {
  KCAST_API(FuncCachePreferNone),
  KCAST_API(FuncCachePreferShared),
  KCAST_API(FuncCachePreferL1),
  KCAST_API(FuncCachePreferEqual)
};
enum KCAST_API(SharedMemConfig) {
  KCAST_API(SharedMemBankSizeDefault),
  KCAST_API(SharedMemBankSizeFourByte),
  KCAST_API(SharedMemBankSizeEightByte)
};
enum KCAST_API(MemoryAdvise) {
  KCAST_API(MemAdviseSetReadMostly) = 1,
  KCAST_API(MemAdviseUnsetReadMostly),
  KCAST_API(MemAdviseSetPreferredLocation),
  KCAST_API(MemAdviseUnsetPreferredLocation),
  KCAST_API(MemAdviseSetAccessedBy),
  KCAST_API(MemAdviseUnsetAccessedBy)
};
enum KCAST_API(MemoryType) {
  KCAST_API(MemoryTypeUnregistered),
  KCAST_API(MemoryTypeHost),
  KCAST_API(MemoryTypeDevice),
  KCAST_API(MemoryTypeManaged)
};
enum KCAST_API(Limit) { KCAST_API(LimitStackSize), KCAST_API(LimitPrintfFifoSize), KCAST_API(LimitMallocHeapSize) };
enum KCAST_API(ComputeMode) {
  KCAST_API(ComputeModeDefault),
  KCAST_API(ComputeModeExclusive),
  KCAST_API(ComputeModeProhibited),
  KCAST_API(ComputeModeExclusiveProcess)
};
enum KCAST_API(StreamCaptureMode) {
  KCAST_API(StreamCaptureModeGlobal),
  KCAST_API(StreamCaptureModeThreadLocal),
  KCAST_API(StreamCaptureModeRelaxed)
};
enum KCAST_API(StreamCaptureStatus) { KCAST_API(StreamCaptureStatusNone), KCAST_API(StreamCaptureStatusActive) };
enum KCAST_API(MemPoolAttr) { KCAST_API(MemPoolReuseFollowEventDependencies) = 1, KCAST_API(MemPoolAttrReleaseThreshold) = 4 };
enum KCAST_API(DeviceP2PAttr) { KCAST_API(DevP2PAttrPerformanceRank) = 1, KCAST_API(DevP2PAttrAccessSupported) = 2 };

#define KCAST_HANDLE(tag, name) \
  struct KCAST_API(tag);        \
  typedef struct KCAST_API(tag)* KCAST_API(name);
KCAST_HANDLE(_event, Event_t)
KCAST_HANDLE(_graph, Graph_t)
KCAST_HANDLE(_graph_exec, GraphExec_t)
KCAST_HANDLE(_graph_node, GraphNode_t)
KCAST_HANDLE(_mem_pool, MemPool_t)
KCAST_HANDLE(Array, Array_t)
KCAST_HANDLE(MipmappedArray, MipmappedArray_t)
#undef KCAST_HANDLE
typedef KCAST_API(Array_t) KCAST_API(ArrayConst_t);
typedef void (*KCAST_API(StreamCallback_t))(KCAST_API(Stream_t), KCAST_API(Error_t), void*);
typedef void (*KCAST_API(HostFn_t))(void*);

struct KCAST_API(Extent) {
  size_t width, height, depth;
};
struct KCAST_API(Pos) {
  size_t x, y, z;
};
struct KCAST_API(PitchedPtr) {
  void* ptr;
  size_t pitch, xsize, ysize;
};
struct KCAST_API(Memcpy3DParms) {
  KCAST_API(Array_t) srcArray;
  KCAST_API(Pos) srcPos;
  KCAST_API(PitchedPtr) srcPtr;
  KCAST_API(Array_t) dstArray;
  KCAST_API(Pos) dstPos;
  KCAST_API(PitchedPtr) dstPtr;
  KCAST_API(Extent) extent;
  KCAST_API(MemcpyKind) kind;
};
struct KCAST_API(FuncAttributes) {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes, preferredShmemCarveout;
};
struct KCAST_API(PointerAttributes) {
  KCAST_API(MemoryType) type;
  KCAST_API(MemoryType) memoryType;
  int device;
  void* devicePointer;
  void* hostPointer;
  int isManaged;
};
struct KCAST_API(KernelNodeParams) {
  void* func;
  dim3 gridDim, blockDim;
  unsigned sharedMemBytes;
  void** kernelParams;
  void** extra;
};

// What the device is, only the run can tell; the names are those that a user binds with -D.
struct KCAST_API(UUID_t) {
  char bytes[16];
};
struct KCAST_DEVICE_PROPERTIES {
  char name[256];
  KCAST_API(UUID_t) uuid;
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment, texturePitchAlignment, surfaceAlignment;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
  int maxTexture1D, maxTexture1DLayered[2], maxTexture2D[2], maxTexture2DLayered[3], maxTexture3D[3];
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount, unifiedAddressing;
  int memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
  size_t sharedMemPerMultiprocessor, maxSharedMemoryPerMultiProcessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID;
  int singleToDoublePrecisionPerfRatio, pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported;
  int cooperativeLaunch, cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize, memoryPoolsSupported, gcnArch, isLargeBar, clusterLaunch;
  char gcnArchName[256];
};
