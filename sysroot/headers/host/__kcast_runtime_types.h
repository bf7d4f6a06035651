// The types of the CUDA and HIP runtime APIs, which differ in their prefix only. Included once per API with
// KCAST_API(name) giving the prefixed name.
// No include guard: that is the point of it.

enum KCAST_API(Error_t) {
  KCAST_API(Success) = 0,
  KCAST_API(ErrorInvalidValue) = 1,
  KCAST_API(ErrorMemoryAllocation) = 2,
  KCAST_API(ErrorInitializationError) = 3,
  KCAST_API(ErrorCudartUnloading) = 4,
  KCAST_API(ErrorProfilerDisabled) = 5,
  KCAST_API(ErrorProfilerNotInitialized) = 6,
  KCAST_API(ErrorProfilerAlreadyStarted) = 7,
  KCAST_API(ErrorProfilerAlreadyStopped) = 8,
  KCAST_API(ErrorInvalidConfiguration) = 9,
  KCAST_API(ErrorInvalidPitchValue) = 12,
  KCAST_API(ErrorInvalidSymbol) = 13,
  KCAST_API(ErrorInvalidHostPointer) = 16,
  KCAST_API(ErrorInvalidDevicePointer) = 17,
  KCAST_API(ErrorInvalidTexture) = 18,
  KCAST_API(ErrorInvalidTextureBinding) = 19,
  KCAST_API(ErrorInvalidChannelDescriptor) = 20,
  KCAST_API(ErrorInvalidMemcpyDirection) = 21,
  KCAST_API(ErrorAddressOfConstant) = 22,
  KCAST_API(ErrorTextureFetchFailed) = 23,
  KCAST_API(ErrorTextureNotBound) = 24,
  KCAST_API(ErrorSynchronizationError) = 25,
  KCAST_API(ErrorInvalidFilterSetting) = 26,
  KCAST_API(ErrorInvalidNormSetting) = 27,
  KCAST_API(ErrorMixedDeviceExecution) = 28,
  KCAST_API(ErrorNotYetImplemented) = 31,
  KCAST_API(ErrorMemoryValueTooLarge) = 32,
  KCAST_API(ErrorStubLibrary) = 34,
  KCAST_API(ErrorInsufficientDriver) = 35,
  KCAST_API(ErrorCallRequiresNewerDriver) = 36,
  KCAST_API(ErrorInvalidSurface) = 37,
  KCAST_API(ErrorDuplicateVariableName) = 43,
  KCAST_API(ErrorDuplicateTextureName) = 44,
  KCAST_API(ErrorDuplicateSurfaceName) = 45,
  KCAST_API(ErrorDevicesUnavailable) = 46,
  KCAST_API(ErrorIncompatibleDriverContext) = 49,
  KCAST_API(ErrorMissingConfiguration) = 52,
  KCAST_API(ErrorPriorLaunchFailure) = 53,
  KCAST_API(ErrorLaunchMaxDepthExceeded) = 65,
  KCAST_API(ErrorLaunchFileScopedTex) = 66,
  KCAST_API(ErrorLaunchFileScopedSurf) = 67,
  KCAST_API(ErrorSyncDepthExceeded) = 68,
  KCAST_API(ErrorLaunchPendingCountExceeded) = 69,
  KCAST_API(ErrorInvalidDeviceFunction) = 98,
  KCAST_API(ErrorNoDevice) = 100,
  KCAST_API(ErrorInvalidDevice) = 101,
  KCAST_API(ErrorDeviceNotLicensed) = 102,
  KCAST_API(ErrorSoftwareValidityNotEstablished) = 103,
  KCAST_API(ErrorStartupFailure) = 127,
  KCAST_API(ErrorInvalidKernelImage) = 200,
  KCAST_API(ErrorDeviceUninitialized) = 201,
  KCAST_API(ErrorMapBufferObjectFailed) = 205,
  KCAST_API(ErrorUnmapBufferObjectFailed) = 206,
  KCAST_API(ErrorArrayIsMapped) = 207,
  KCAST_API(ErrorAlreadyMapped) = 208,
  KCAST_API(ErrorNoKernelImageForDevice) = 209,
  KCAST_API(ErrorAlreadyAcquired) = 210,
  KCAST_API(ErrorNotMapped) = 211,
  KCAST_API(ErrorNotMappedAsArray) = 212,
  KCAST_API(ErrorNotMappedAsPointer) = 213,
  KCAST_API(ErrorECCUncorrectable) = 214,
  KCAST_API(ErrorUnsupportedLimit) = 215,
  KCAST_API(ErrorDeviceAlreadyInUse) = 216,
  KCAST_API(ErrorPeerAccessUnsupported) = 217,
  KCAST_API(ErrorInvalidPtx) = 218,
  KCAST_API(ErrorInvalidGraphicsContext) = 219,
  KCAST_API(ErrorNvlinkUncorrectable) = 220,
  KCAST_API(ErrorJitCompilerNotFound) = 221,
  KCAST_API(ErrorUnsupportedPtxVersion) = 222,
  KCAST_API(ErrorJitCompilationDisabled) = 223,
  KCAST_API(ErrorUnsupportedExecAffinity) = 224,
  KCAST_API(ErrorUnsupportedDevSideSync) = 225,
  KCAST_API(ErrorContained) = 226,
  KCAST_API(ErrorInvalidSource) = 300,
  KCAST_API(ErrorFileNotFound) = 301,
  KCAST_API(ErrorSharedObjectSymbolNotFound) = 302,
  KCAST_API(ErrorSharedObjectInitFailed) = 303,
  KCAST_API(ErrorOperatingSystem) = 304,
  KCAST_API(ErrorInvalidResourceHandle) = 400,
  KCAST_API(ErrorIllegalState) = 401,
  KCAST_API(ErrorLossyQuery) = 402,
  KCAST_API(ErrorSymbolNotFound) = 500,
  KCAST_API(ErrorNotReady) = 600,
  KCAST_API(ErrorIllegalAddress) = 700,
  KCAST_API(ErrorLaunchOutOfResources) = 701,
  KCAST_API(ErrorLaunchTimeout) = 702,
  KCAST_API(ErrorLaunchIncompatibleTexturing) = 703,
  KCAST_API(ErrorPeerAccessAlreadyEnabled) = 704,
  KCAST_API(ErrorPeerAccessNotEnabled) = 705,
  KCAST_API(ErrorSetOnActiveProcess) = 708,
  KCAST_API(ErrorContextIsDestroyed) = 709,
  KCAST_API(ErrorAssert) = 710,
  KCAST_API(ErrorTooManyPeers) = 711,
  KCAST_API(ErrorHostMemoryAlreadyRegistered) = 712,
  KCAST_API(ErrorHostMemoryNotRegistered) = 713,
  KCAST_API(ErrorHardwareStackError) = 714,
  KCAST_API(ErrorIllegalInstruction) = 715,
  KCAST_API(ErrorMisalignedAddress) = 716,
  KCAST_API(ErrorInvalidAddressSpace) = 717,
  KCAST_API(ErrorInvalidPc) = 718,
  KCAST_API(ErrorLaunchFailure) = 719,
  KCAST_API(ErrorCooperativeLaunchTooLarge) = 720,
  KCAST_API(ErrorTensorMemoryLeak) = 721,
  KCAST_API(ErrorNotPermitted) = 800,
  KCAST_API(ErrorNotSupported) = 801,
  KCAST_API(ErrorSystemNotReady) = 802,
  KCAST_API(ErrorSystemDriverMismatch) = 803,
  KCAST_API(ErrorCompatNotSupportedOnDevice) = 804,
  KCAST_API(ErrorMpsConnectionFailed) = 805,
  KCAST_API(ErrorMpsRpcFailure) = 806,
  KCAST_API(ErrorMpsServerNotReady) = 807,
  KCAST_API(ErrorMpsMaxClientsReached) = 808,
  KCAST_API(ErrorMpsMaxConnectionsReached) = 809,
  KCAST_API(ErrorMpsClientTerminated) = 810,
  KCAST_API(ErrorCdpNotSupported) = 811,
  KCAST_API(ErrorCdpVersionMismatch) = 812,
  KCAST_API(ErrorStreamCaptureUnsupported) = 900,
  KCAST_API(ErrorStreamCaptureInvalidated) = 901,
  KCAST_API(ErrorStreamCaptureMerge) = 902,
  KCAST_API(ErrorStreamCaptureUnmatched) = 903,
  KCAST_API(ErrorStreamCaptureUnjoined) = 904,
  KCAST_API(ErrorStreamCaptureIsolation) = 905,
  KCAST_API(ErrorStreamCaptureImplicit) = 906,
  KCAST_API(ErrorCapturedEvent) = 907,
  KCAST_API(ErrorStreamCaptureWrongThread) = 908,
  KCAST_API(ErrorTimeout) = 909,
  KCAST_API(ErrorGraphExecUpdateFailure) = 910,
  KCAST_API(ErrorExternalDevice) = 911,
  KCAST_API(ErrorInvalidClusterSize) = 912,
  KCAST_API(ErrorFunctionNotLoaded) = 913,
  KCAST_API(ErrorInvalidResourceType) = 914,
  KCAST_API(ErrorInvalidResourceConfiguration) = 915,
  KCAST_API(ErrorUnknown) = 999,
  KCAST_API(ErrorApiFailureBase) = 10000
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
  KCAST_ATTRIBUTE(MaxPitch) = 11,
  KCAST_ATTRIBUTE(MaxRegistersPerBlock) = 12,
  KCAST_ATTRIBUTE(ClockRate) = 13,
  KCAST_ATTRIBUTE(TextureAlignment) = 14,
  KCAST_ATTRIBUTE(GpuOverlap) = 15,
  KCAST_ATTRIBUTE(MultiProcessorCount) = 16,
  KCAST_ATTRIBUTE(KernelExecTimeout) = 17,
  KCAST_ATTRIBUTE(Integrated) = 18,
  KCAST_ATTRIBUTE(CanMapHostMemory) = 19,
  KCAST_ATTRIBUTE(ComputeMode) = 20,
  KCAST_ATTRIBUTE(MaxTexture1DWidth) = 21,
  KCAST_ATTRIBUTE(MaxTexture2DWidth) = 22,
  KCAST_ATTRIBUTE(MaxTexture2DHeight) = 23,
  KCAST_ATTRIBUTE(MaxTexture3DWidth) = 24,
  KCAST_ATTRIBUTE(MaxTexture3DHeight) = 25,
  KCAST_ATTRIBUTE(MaxTexture3DDepth) = 26,
  KCAST_ATTRIBUTE(MaxTexture2DLayeredWidth) = 27,
  KCAST_ATTRIBUTE(MaxTexture2DLayeredHeight) = 28,
  KCAST_ATTRIBUTE(MaxTexture2DLayeredLayers) = 29,
  KCAST_ATTRIBUTE(SurfaceAlignment) = 30,
  KCAST_ATTRIBUTE(ConcurrentKernels) = 31,
  KCAST_ATTRIBUTE(EccEnabled) = 32,
  KCAST_ATTRIBUTE(PciBusId) = 33,
  KCAST_ATTRIBUTE(PciDeviceId) = 34,
  KCAST_ATTRIBUTE(TccDriver) = 35,
  KCAST_ATTRIBUTE(MemoryClockRate) = 36,
  KCAST_ATTRIBUTE(GlobalMemoryBusWidth) = 37,
  KCAST_ATTRIBUTE(L2CacheSize) = 38,
  KCAST_ATTRIBUTE(MaxThreadsPerMultiProcessor) = 39,
  KCAST_ATTRIBUTE(AsyncEngineCount) = 40,
  KCAST_ATTRIBUTE(UnifiedAddressing) = 41,
  KCAST_ATTRIBUTE(MaxTexture1DLayeredWidth) = 42,
  KCAST_ATTRIBUTE(MaxTexture1DLayeredLayers) = 43,
  KCAST_ATTRIBUTE(MaxTexture2DGatherWidth) = 45,
  KCAST_ATTRIBUTE(MaxTexture2DGatherHeight) = 46,
  KCAST_ATTRIBUTE(MaxTexture3DWidthAlt) = 47,
  KCAST_ATTRIBUTE(MaxTexture3DHeightAlt) = 48,
  KCAST_ATTRIBUTE(MaxTexture3DDepthAlt) = 49,
  KCAST_ATTRIBUTE(PciDomainId) = 50,
  KCAST_ATTRIBUTE(TexturePitchAlignment) = 51,
  KCAST_ATTRIBUTE(MaxTextureCubemapWidth) = 52,
  KCAST_ATTRIBUTE(MaxTextureCubemapLayeredWidth) = 53,
  KCAST_ATTRIBUTE(MaxTextureCubemapLayeredLayers) = 54,
  KCAST_ATTRIBUTE(MaxSurface1DWidth) = 55,
  KCAST_ATTRIBUTE(MaxSurface2DWidth) = 56,
  KCAST_ATTRIBUTE(MaxSurface2DHeight) = 57,
  KCAST_ATTRIBUTE(MaxSurface3DWidth) = 58,
  KCAST_ATTRIBUTE(MaxSurface3DHeight) = 59,
  KCAST_ATTRIBUTE(MaxSurface3DDepth) = 60,
  KCAST_ATTRIBUTE(MaxSurface1DLayeredWidth) = 61,
  KCAST_ATTRIBUTE(MaxSurface1DLayeredLayers) = 62,
  KCAST_ATTRIBUTE(MaxSurface2DLayeredWidth) = 63,
  KCAST_ATTRIBUTE(MaxSurface2DLayeredHeight) = 64,
  KCAST_ATTRIBUTE(MaxSurface2DLayeredLayers) = 65,
  KCAST_ATTRIBUTE(MaxSurfaceCubemapWidth) = 66,
  KCAST_ATTRIBUTE(MaxSurfaceCubemapLayeredWidth) = 67,
  KCAST_ATTRIBUTE(MaxSurfaceCubemapLayeredLayers) = 68,
  KCAST_ATTRIBUTE(MaxTexture1DLinearWidth) = 69,
  KCAST_ATTRIBUTE(MaxTexture2DLinearWidth) = 70,
  KCAST_ATTRIBUTE(MaxTexture2DLinearHeight) = 71,
  KCAST_ATTRIBUTE(MaxTexture2DLinearPitch) = 72,
  KCAST_ATTRIBUTE(MaxTexture2DMipmappedWidth) = 73,
  KCAST_ATTRIBUTE(MaxTexture2DMipmappedHeight) = 74,
  KCAST_ATTRIBUTE(ComputeCapabilityMajor) = 75,
  KCAST_ATTRIBUTE(ComputeCapabilityMinor) = 76,
  KCAST_ATTRIBUTE(MaxTexture1DMipmappedWidth) = 77,
  KCAST_ATTRIBUTE(StreamPrioritiesSupported) = 78,
  KCAST_ATTRIBUTE(GlobalL1CacheSupported) = 79,
  KCAST_ATTRIBUTE(LocalL1CacheSupported) = 80,
  KCAST_ATTRIBUTE(MaxSharedMemoryPerMultiprocessor) = 81,
  KCAST_ATTRIBUTE(MaxRegistersPerMultiprocessor) = 82,
  KCAST_ATTRIBUTE(ManagedMemory) = 83,
  KCAST_ATTRIBUTE(IsMultiGpuBoard) = 84,
  KCAST_ATTRIBUTE(MultiGpuBoardGroupID) = 85,
  KCAST_ATTRIBUTE(HostNativeAtomicSupported) = 86,
  KCAST_ATTRIBUTE(SingleToDoublePrecisionPerfRatio) = 87,
  KCAST_ATTRIBUTE(PageableMemoryAccess) = 88,
  KCAST_ATTRIBUTE(ConcurrentManagedAccess) = 89,
  KCAST_ATTRIBUTE(ComputePreemptionSupported) = 90,
  KCAST_ATTRIBUTE(CanUseHostPointerForRegisteredMem) = 91,
  KCAST_ATTRIBUTE(CooperativeLaunch) = 95,
  KCAST_ATTRIBUTE(MaxSharedMemoryPerBlockOptin) = 97,
  KCAST_ATTRIBUTE(CanFlushRemoteWrites) = 98,
  KCAST_ATTRIBUTE(HostRegisterSupported) = 99,
  KCAST_ATTRIBUTE(PageableMemoryAccessUsesHostPageTables) = 100,
  KCAST_ATTRIBUTE(DirectManagedMemAccessFromHost) = 101,
  KCAST_ATTRIBUTE(MaxBlocksPerMultiprocessor) = 106,
  KCAST_ATTRIBUTE(MaxPersistingL2CacheSize) = 108,
  KCAST_ATTRIBUTE(MaxAccessPolicyWindowSize) = 109,
  KCAST_ATTRIBUTE(SparseCudaArraySupported) = 112,
  KCAST_ATTRIBUTE(HostRegisterReadOnlySupported) = 113,
  KCAST_ATTRIBUTE(TimelineSemaphoreInteropSupported) = 114,
  KCAST_ATTRIBUTE(MemoryPoolsSupported) = 115,
  KCAST_ATTRIBUTE(GPUDirectRDMASupported) = 116,
  KCAST_ATTRIBUTE(GPUDirectRDMAFlushWritesOptions) = 117,
  KCAST_ATTRIBUTE(GPUDirectRDMAWritesOrdering) = 118,
  KCAST_ATTRIBUTE(MemoryPoolSupportedHandleTypes) = 119,
  KCAST_ATTRIBUTE(ClusterLaunch) = 120,
  KCAST_ATTRIBUTE(DeferredMappingCudaArraySupported) = 121,
  KCAST_ATTRIBUTE(IpcEventSupport) = 125,
  KCAST_ATTRIBUTE(MemSyncDomainCount) = 126,
  KCAST_ATTRIBUTE(NumaConfig) = 130,
  KCAST_ATTRIBUTE(NumaId) = 131,
  KCAST_ATTRIBUTE(MpsEnabled) = 133,
  KCAST_ATTRIBUTE(HostNumaId) = 134,
  KCAST_ATTRIBUTE(D3D12CigSupported) = 135,
  KCAST_ATTRIBUTE(VulkanCigSupported) = 138,
  KCAST_ATTRIBUTE(GpuPciDeviceId) = 139,
  KCAST_ATTRIBUTE(GpuPciSubsystemId) = 140,
  KCAST_ATTRIBUTE(HostNumaMemoryPoolsSupported) = 142,
  KCAST_ATTRIBUTE(HostNumaMultinodeIpcSupported) = 143,
  KCAST_ATTRIBUTE(HostMemoryPoolsSupported) = 144,
  KCAST_ATTRIBUTE(OnlyPartialHostNativeAtomicSupported) = 147
};
enum KCAST_API(FuncAttribute) {
  KCAST_API(FuncAttributeMaxDynamicSharedMemorySize) = 8,
  KCAST_API(FuncAttributePreferredSharedMemoryCarveout) = 9,
  KCAST_API(FuncAttributeClusterDimMustBeSet) = 10,
  KCAST_API(FuncAttributeRequiredClusterWidth) = 11,
  KCAST_API(FuncAttributeRequiredClusterHeight) = 12,
  KCAST_API(FuncAttributeRequiredClusterDepth) = 13,
  KCAST_API(FuncAttributeNonPortableClusterSizeAllowed) = 14,
  KCAST_API(FuncAttributeClusterSchedulingPolicyPreference) = 15
};
enum KCAST_API(SharedCarveout) {
  KCAST_API(SharedmemCarveoutDefault) = -1,
  KCAST_API(SharedmemCarveoutMaxL1) = 0,
  KCAST_API(SharedmemCarveoutMaxShared) = 100
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
enum KCAST_API(Limit) {
  KCAST_API(LimitStackSize) = 0,
  KCAST_API(LimitPrintfFifoSize) = 1,
  KCAST_API(LimitMallocHeapSize) = 2,
  KCAST_API(LimitDevRuntimeSyncDepth) = 3,
  KCAST_API(LimitDevRuntimePendingLaunchCount) = 4,
  KCAST_API(LimitMaxL2FetchGranularity) = 5,
  KCAST_API(LimitPersistingL2CacheSize) = 6
};
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
