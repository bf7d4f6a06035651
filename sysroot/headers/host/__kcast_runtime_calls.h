// Devices, streams, events, launches and graphs of the CUDA and HIP runtime APIs. Included once per API with
// KCAST_API(name) giving the prefixed name. A call that decides no size and no launch takes anything and succeeds.

#define KCAST_NOTHING(name)                      \
  template <class... _A>                         \
  inline KCAST_API(Error_t) KCAST_API(name)(_A&&...) { \
    return KCAST_API(Success);                   \
  }
#define KCAST_NEW_HANDLE(name)                               \
  template <class _T, class... _A>                           \
  inline KCAST_API(Error_t) KCAST_API(name)(_T** result, _A&&...) { \
    *result = (_T*)__kcast_host_alloc(8);                    \
    return KCAST_API(Success);                               \
  }
#define KCAST_NEW_NUMBER(name, number)                       \
  template <class _T, class... _A>                           \
  inline KCAST_API(Error_t) KCAST_API(name)(_T* result, _A&&...) { \
    *result = (_T)(number);                                  \
    return KCAST_API(Success);                               \
  }

// Device code may ask for these too.
KCAST_HD inline KCAST_API(Error_t) KCAST_API(GetLastError)() { return KCAST_API(Success); }
KCAST_HD inline KCAST_API(Error_t) KCAST_API(PeekAtLastError)() { return KCAST_API(Success); }
KCAST_HD inline KCAST_API(Error_t) KCAST_API(DeviceSynchronize)() { return KCAST_API(Success); }
KCAST_HD inline const char* KCAST_API(GetErrorString)(KCAST_API(Error_t)) { return "no error"; }
KCAST_HD inline const char* KCAST_API(GetErrorName)(KCAST_API(Error_t)) { return KCAST_NAME(Success); }

KCAST_NEW_NUMBER(GetDeviceCount, 1)
KCAST_NEW_NUMBER(GetDevice, 0)
KCAST_NEW_NUMBER(ChooseDevice, 0)
KCAST_NEW_NUMBER(DriverGetVersion, 12080)
KCAST_NEW_NUMBER(RuntimeGetVersion, 12080)
KCAST_NEW_NUMBER(DeviceCanAccessPeer, 0)
KCAST_NEW_NUMBER(DeviceGetP2PAttribute, 0)
KCAST_NEW_NUMBER(DeviceGetByPCIBusId, 0)
KCAST_NEW_NUMBER(DeviceGetLimit, __kcast_unknown<_T>("device limit", "run-time query"))
KCAST_NEW_NUMBER(DeviceGetCacheConfig, 0)
KCAST_NEW_NUMBER(DeviceGetSharedMemConfig, 0)
KCAST_NOTHING(SetDevice)
KCAST_NOTHING(SetDeviceFlags)
KCAST_NOTHING(SetValidDevices)
KCAST_NOTHING(InitDevice)
KCAST_NOTHING(DeviceReset)
KCAST_NOTHING(ThreadSynchronize)
KCAST_NOTHING(ThreadExit)
KCAST_NOTHING(DeviceSetCacheConfig)
KCAST_NOTHING(DeviceSetSharedMemConfig)
KCAST_NOTHING(DeviceSetLimit)
KCAST_NOTHING(DeviceEnablePeerAccess)
KCAST_NOTHING(DeviceDisablePeerAccess)
KCAST_NOTHING(DeviceGetPCIBusId)
KCAST_NOTHING(ProfilerStart)
KCAST_NOTHING(ProfilerStop)
KCAST_NOTHING(CtxResetPersistingL2Cache)
template <class _T>
inline KCAST_API(Error_t) KCAST_API(DeviceGetStreamPriorityRange)(_T* least, _T* greatest) {
  if (least) *least = 0;
  if (greatest) *greatest = -5;
  return KCAST_API(Success);
}

#define KCAST_QUERY(field) __kcast_unknown<decltype(result->field)>("prop." #field, "run-time query")
#define KCAST_FIELD(field) result->field = KCAST_QUERY(field);
inline KCAST_API(Error_t) KCAST_API(GetDeviceProperties)(KCAST_DEVICE_PROPERTIES* result, int) {
  __kcast_forget(result);
  result->name[0] = 0;
  result->gcnArchName[0] = 0;
  KCAST_FIELD(totalGlobalMem)
  KCAST_FIELD(sharedMemPerBlock)
  KCAST_FIELD(regsPerBlock)
  KCAST_FIELD(clockRate)
  KCAST_FIELD(totalConstMem)
  KCAST_FIELD(multiProcessorCount)
  KCAST_FIELD(concurrentKernels)
  KCAST_FIELD(asyncEngineCount)
  KCAST_FIELD(memoryClockRate)
  KCAST_FIELD(memoryBusWidth)
  KCAST_FIELD(l2CacheSize)
  KCAST_FIELD(persistingL2CacheMaxSize)
  KCAST_FIELD(maxThreadsPerMultiProcessor)
  KCAST_FIELD(maxBlocksPerMultiProcessor)
  KCAST_FIELD(sharedMemPerMultiprocessor)
  KCAST_FIELD(sharedMemPerBlockOptin)
  KCAST_FIELD(maxSharedMemoryPerMultiProcessor)
  KCAST_FIELD(regsPerMultiprocessor)
  KCAST_FIELD(ECCEnabled)
  KCAST_FIELD(integrated)
  KCAST_FIELD(pageableMemoryAccess)
  // The architecture is the one that is compiled for; the limits of a block are those of every device.
  result->major = KCAST_ARCHITECTURE / 100;
  result->minor = KCAST_ARCHITECTURE / 10 % 10;
  result->warpSize = KCAST_WARP_SIZE;
  result->maxThreadsPerBlock = 1024;
  result->maxThreadsDim[0] = 1024;
  result->maxThreadsDim[1] = 1024;
  result->maxThreadsDim[2] = 64;
  result->maxGridSize[0] = 2147483647;
  result->maxGridSize[1] = 65535;
  result->maxGridSize[2] = 65535;
  result->canMapHostMemory = 1;
  result->unifiedAddressing = 1;
  result->managedMemory = 1;
  result->concurrentManagedAccess = 1;
  result->cooperativeLaunch = 1;
  result->memoryPoolsSupported = 1;
  result->computeMode = 0;
  return KCAST_API(Success);
}
inline int __KCAST_API_attribute(KCAST_API(DeviceAttribute_t) attribute) {
  KCAST_DEVICE_PROPERTIES* result = nullptr;
  switch (attribute) {
    case KCAST_ATTRIBUTE(MaxThreadsPerBlock):
    case KCAST_ATTRIBUTE(MaxBlockDimX):
    case KCAST_ATTRIBUTE(MaxBlockDimY): return 1024;
    case KCAST_ATTRIBUTE(MaxBlockDimZ): return 64;
    case KCAST_ATTRIBUTE(MaxGridDimX): return 2147483647;
    case KCAST_ATTRIBUTE(MaxGridDimY):
    case KCAST_ATTRIBUTE(MaxGridDimZ): return 65535;
    case KCAST_ATTRIBUTE(WarpSize): return KCAST_WARP_SIZE;
    case KCAST_ATTRIBUTE(ComputeMode): return 0;
    case KCAST_ATTRIBUTE(ComputeCapabilityMajor): return KCAST_ARCHITECTURE / 100;
    case KCAST_ATTRIBUTE(ComputeCapabilityMinor): return KCAST_ARCHITECTURE / 10 % 10;
    case KCAST_ATTRIBUTE(MaxSharedMemoryPerBlock): return (int)KCAST_QUERY(sharedMemPerBlock);
    case KCAST_ATTRIBUTE(MaxSharedMemoryPerBlockOptin): return (int)KCAST_QUERY(sharedMemPerBlockOptin);
    case KCAST_ATTRIBUTE(MaxSharedMemoryPerMultiprocessor): return (int)KCAST_QUERY(sharedMemPerMultiprocessor);
    case KCAST_ATTRIBUTE(MaxRegistersPerBlock): return KCAST_QUERY(regsPerBlock);
    case KCAST_ATTRIBUTE(MaxRegistersPerMultiprocessor): return KCAST_QUERY(regsPerMultiprocessor);
    case KCAST_ATTRIBUTE(ClockRate): return KCAST_QUERY(clockRate);
    case KCAST_ATTRIBUTE(MemoryClockRate): return KCAST_QUERY(memoryClockRate);
    case KCAST_ATTRIBUTE(GlobalMemoryBusWidth): return KCAST_QUERY(memoryBusWidth);
    case KCAST_ATTRIBUTE(MultiProcessorCount): return KCAST_QUERY(multiProcessorCount);
    case KCAST_ATTRIBUTE(L2CacheSize): return KCAST_QUERY(l2CacheSize);
    case KCAST_ATTRIBUTE(MaxThreadsPerMultiProcessor): return KCAST_QUERY(maxThreadsPerMultiProcessor);
    case KCAST_ATTRIBUTE(MaxBlocksPerMultiprocessor): return KCAST_QUERY(maxBlocksPerMultiProcessor);
    default: return 1;
  }
}
inline KCAST_API(Error_t) KCAST_API(DeviceGetAttribute)(int* value, KCAST_API(DeviceAttribute_t) attribute, int) {
  *value = __KCAST_API_attribute(attribute);
  return KCAST_API(Success);
}
#undef KCAST_FIELD
#undef KCAST_QUERY

KCAST_NEW_HANDLE(StreamCreate)
KCAST_NEW_HANDLE(StreamCreateWithFlags)
KCAST_NEW_HANDLE(StreamCreateWithPriority)
KCAST_NEW_HANDLE(EventCreate)
KCAST_NEW_HANDLE(EventCreateWithFlags)
KCAST_NEW_HANDLE(DeviceGetDefaultMemPool)
KCAST_NEW_HANDLE(DeviceGetMemPool)
KCAST_NEW_HANDLE(MemPoolCreate)
KCAST_NOTHING(MemPoolDestroy)
KCAST_NOTHING(MemPoolSetAttribute)
KCAST_NOTHING(MemPoolTrimTo)
KCAST_NOTHING(MemPoolSetAccess)
KCAST_NOTHING(DeviceSetMemPool)
KCAST_NOTHING(StreamDestroy)
KCAST_NOTHING(StreamSynchronize)
KCAST_NOTHING(StreamWaitEvent)
KCAST_NOTHING(StreamQuery)
KCAST_NOTHING(StreamAttachMemAsync)
KCAST_NOTHING(StreamSetAttribute)
KCAST_NOTHING(EventRecord)
KCAST_NOTHING(EventRecordWithFlags)
KCAST_NOTHING(EventSynchronize)
KCAST_NOTHING(EventDestroy)
KCAST_NOTHING(EventQuery)
inline KCAST_API(Error_t) KCAST_API(EventElapsedTime)(float* ms, KCAST_API(Event_t), KCAST_API(Event_t)) {
  *ms = __kcast_unknown<float>(KCAST_NAME(EventElapsedTime), "run-time query");
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(StreamAddCallback)(KCAST_API(Stream_t) stream, KCAST_API(StreamCallback_t) call, void* data, unsigned) {
  call(stream, KCAST_API(Success), data);
  return KCAST_API(Success);
}
inline KCAST_API(Error_t) KCAST_API(LaunchHostFunc)(KCAST_API(Stream_t), KCAST_API(HostFn_t) call, void* data) {
  call(data);
  return KCAST_API(Success);
}

template <class _F>
inline KCAST_API(Error_t) KCAST_API(LaunchKernel)(_F* kernel, dim3 grid, dim3 block, void** arguments, size_t shared_bytes = 0,
                                                  KCAST_API(Stream_t) = 0) {
  __kcast_launch((const void*)kernel, grid, block, shared_bytes, arguments);
  return KCAST_API(Success);
}
template <class _F>
inline KCAST_API(Error_t) KCAST_API(LaunchCooperativeKernel)(_F* kernel, dim3 grid, dim3 block, void** arguments,
                                                             size_t shared_bytes = 0, KCAST_API(Stream_t) = 0) {
  __kcast_launch((const void*)kernel, grid, block, shared_bytes, arguments);
  return KCAST_API(Success);
}

KCAST_NOTHING(FuncSetAttribute)
KCAST_NOTHING(FuncSetCacheConfig)
KCAST_NOTHING(FuncSetSharedMemConfig)
template <class _F>
inline KCAST_API(Error_t) KCAST_API(FuncGetAttributes)(KCAST_API(FuncAttributes)* result, _F&&) {
  __kcast_forget(result);
  result->numRegs = __kcast_unknown<int>("attr.numRegs", "run-time query");
  result->sharedSizeBytes = __kcast_unknown<size_t>("attr.sharedSizeBytes", "run-time query");
  result->maxThreadsPerBlock = 1024;
  return KCAST_API(Success);
}
template <class _F>
inline KCAST_API(Error_t) KCAST_API(OccupancyMaxActiveBlocksPerMultiprocessor)(int* blocks, _F&&, int threads, size_t) {
  *blocks = __kcast_unknown<int>("active threads per multiprocessor", "run-time query") / (threads < 64 ? 64 : threads);
  return KCAST_API(Success);
}
template <class _F>
inline KCAST_API(Error_t) KCAST_API(OccupancyMaxActiveBlocksPerMultiprocessorWithFlags)(int* blocks, _F&&, int threads, size_t, unsigned) {
  *blocks = __kcast_unknown<int>("active threads per multiprocessor", "run-time query") / (threads < 64 ? 64 : threads);
  return KCAST_API(Success);
}
template <class _I, class _F>
inline KCAST_API(Error_t) KCAST_API(OccupancyMaxPotentialBlockSize)(_I* grid, _I* block, _F&&, size_t = 0, int = 0) {
  *grid = __kcast_unknown<_I>("occupancy grid size", "run-time query");
  *block = __kcast_unknown<_I>("occupancy block size", "run-time query");
  return KCAST_API(Success);
}
template <class _I, class _F, class _S>
inline KCAST_API(Error_t) KCAST_API(OccupancyMaxPotentialBlockSizeVariableSMem)(_I* grid, _I* block, _F&&, _S, int = 0) {
  *grid = __kcast_unknown<_I>("occupancy grid size", "run-time query");
  *block = __kcast_unknown<_I>("occupancy block size", "run-time query");
  return KCAST_API(Success);
}
KCAST_NEW_NUMBER(OccupancyAvailableDynamicSMemPerBlock, __kcast_unknown<_T>("dynamic shared memory per block", "run-time query"))

// A captured launch is found while it is captured, once; starting the graph adds nothing.
KCAST_NOTHING(StreamBeginCapture)
KCAST_NOTHING(ThreadExchangeStreamCaptureMode)
template <class _T>
inline KCAST_API(Error_t) KCAST_API(StreamEndCapture)(KCAST_API(Stream_t), _T** graph) {
  *graph = (_T*)__kcast_host_alloc(8);
  return KCAST_API(Success);
}
template <class _S>
inline KCAST_API(Error_t) KCAST_API(StreamIsCapturing)(KCAST_API(Stream_t), _S* status) {
  *status = (_S)0;
  return KCAST_API(Success);
}
KCAST_NEW_HANDLE(GraphCreate)
KCAST_NEW_HANDLE(GraphInstantiate)
KCAST_NEW_HANDLE(GraphInstantiateWithFlags)
KCAST_NEW_HANDLE(GraphAddMemcpyNode)
KCAST_NEW_HANDLE(GraphAddMemcpyNode1D)
KCAST_NEW_HANDLE(GraphAddMemsetNode)
KCAST_NEW_HANDLE(GraphAddHostNode)
KCAST_NEW_HANDLE(GraphAddEmptyNode)
inline KCAST_API(Error_t) KCAST_API(GraphAddKernelNode)(KCAST_API(GraphNode_t)* node, KCAST_API(Graph_t), const KCAST_API(GraphNode_t)*,
                                                        size_t, const KCAST_API(KernelNodeParams)* p) {
  *node = (KCAST_API(GraphNode_t))__kcast_host_alloc(8);
  __kcast_launch(p->func, p->gridDim, p->blockDim, p->sharedMemBytes, p->kernelParams);
  return KCAST_API(Success);
}
KCAST_NOTHING(GraphExecMemcpyNodeSetParams)
KCAST_NOTHING(GraphExecMemsetNodeSetParams)
KCAST_NOTHING(GraphExecHostNodeSetParams)
KCAST_NOTHING(GraphKernelNodeSetParams)
KCAST_NOTHING(GraphKernelNodeGetParams)
KCAST_NOTHING(GraphMemcpyNodeSetParams)
KCAST_NOTHING(GraphMemsetNodeSetParams)
KCAST_NOTHING(GraphRemoveDependencies)
KCAST_NOTHING(GraphDestroyNode)
KCAST_NOTHING(GraphKernelNodeSetAttribute)
KCAST_NOTHING(GraphAddMemFreeNode)
KCAST_NOTHING(GraphAddEventRecordNode)
KCAST_NOTHING(GraphAddEventWaitNode)
KCAST_NOTHING(GraphNodeGetType)
KCAST_NOTHING(GraphGetNodes)
KCAST_NOTHING(GraphGetRootNodes)
KCAST_NOTHING(GraphGetEdges)
KCAST_NOTHING(GraphClone)
KCAST_NOTHING(GraphNodeFindInClone)
KCAST_NOTHING(GraphConditionalHandleCreate)
KCAST_NOTHING(GraphExecChildGraphNodeSetParams)
KCAST_NOTHING(GraphNodeSetEnabled)
KCAST_NOTHING(DeviceGraphMemTrim)
KCAST_NOTHING(DeviceGetGraphMemAttribute)
KCAST_NOTHING(DeviceSetGraphMemAttribute)
KCAST_NOTHING(StreamGetCaptureInfo)
KCAST_NOTHING(StreamUpdateCaptureDependencies)
KCAST_NOTHING(StreamBeginCaptureToGraph)
KCAST_NOTHING(GraphicsMapResources)
KCAST_NOTHING(GraphicsUnmapResources)
KCAST_NOTHING(GraphicsUnregisterResource)
KCAST_NOTHING(GraphicsResourceGetMappedPointer)
KCAST_NOTHING(GraphicsSubResourceGetMappedArray)
KCAST_NOTHING(GraphicsGLRegisterBuffer)
KCAST_NOTHING(GraphicsGLRegisterImage)
KCAST_NOTHING(GraphicsResourceSetMapFlags)
KCAST_NOTHING(GLSetGLDevice)
KCAST_NOTHING(ImportExternalMemory)
KCAST_NOTHING(ImportExternalSemaphore)
KCAST_NOTHING(ExternalMemoryGetMappedBuffer)
KCAST_NOTHING(ExternalMemoryGetMappedMipmappedArray)
KCAST_NOTHING(SignalExternalSemaphoresAsync)
KCAST_NOTHING(WaitExternalSemaphoresAsync)
KCAST_NOTHING(DestroyExternalMemory)
KCAST_NOTHING(DestroyExternalSemaphore)
KCAST_NOTHING(StreamCopyAttributes)
KCAST_NOTHING(StreamGetAttribute)
KCAST_NOTHING(MemPoolGetAttribute)
KCAST_NOTHING(MemPrefetchBatchAsync)
KCAST_NOTHING(MemDiscardBatchAsync)
KCAST_NEW_HANDLE(GraphAddNode)
KCAST_NEW_HANDLE(GraphAddChildGraphNode)
KCAST_NEW_HANDLE(GraphAddMemAllocNode)
KCAST_NEW_HANDLE(GraphAddMemcpyNodeToSymbol)
KCAST_NEW_HANDLE(GraphAddMemcpyNodeFromSymbol)
KCAST_NOTHING(GetDriverEntryPoint)
KCAST_NOTHING(GraphLaunch)
KCAST_NOTHING(GraphUpload)
KCAST_NOTHING(GraphDestroy)
KCAST_NOTHING(GraphExecDestroy)
KCAST_NOTHING(GraphExecUpdate)
KCAST_NOTHING(GraphExecKernelNodeSetParams)
KCAST_NOTHING(GraphAddDependencies)
KCAST_NEW_NUMBER(GraphDebugDotPrint, 0)

KCAST_NOTHING(IpcGetMemHandle)
KCAST_NOTHING(IpcOpenMemHandle)
KCAST_NOTHING(IpcCloseMemHandle)
KCAST_NOTHING(IpcGetEventHandle)
KCAST_NOTHING(IpcOpenEventHandle)
