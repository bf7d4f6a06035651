// cub's device-wide calls launch kernels that are not the program's. The first call asks for the size of the
// temporary storage, which depends on the device; the second does the work.
#ifndef KCAST_CUB_DEVICE_H
#define KCAST_CUB_DEVICE_H
#include <cub/__kcast_block.h>
namespace cub {
template <class _T>
struct DoubleBuffer {
  _T* d_buffers[2];
  int selector;
  KCAST_HD DoubleBuffer() : d_buffers{nullptr, nullptr}, selector(0) {}
  KCAST_HD DoubleBuffer(_T* current, _T* other) : d_buffers{current, other}, selector(0) {}
  KCAST_HD _T* Current() { return d_buffers[selector]; }
  KCAST_HD _T* Alternate() { return d_buffers[selector ^ 1]; }
};
#define KCAST_DEVICE_CALL(name)                                                                    \
  template <class... _A>                                                                           \
  static cudaError_t name(void* storage, size_t& bytes, _A&&...) {                                 \
    if (storage == nullptr) bytes = __kcast_unknown<size_t>("cub temporary bytes", "run-time query"); \
    return cudaSuccess;                                                                            \
  }
struct DeviceReduce {
  KCAST_DEVICE_CALL(Reduce)
  KCAST_DEVICE_CALL(Sum)
  KCAST_DEVICE_CALL(Min)
  KCAST_DEVICE_CALL(Max)
  KCAST_DEVICE_CALL(ArgMin)
  KCAST_DEVICE_CALL(ArgMax)
  KCAST_DEVICE_CALL(ReduceByKey)
  KCAST_DEVICE_CALL(TransformReduce)
};
struct DeviceScan {
  KCAST_DEVICE_CALL(ExclusiveSum)
  KCAST_DEVICE_CALL(InclusiveSum)
  KCAST_DEVICE_CALL(ExclusiveScan)
  KCAST_DEVICE_CALL(InclusiveScan)
  KCAST_DEVICE_CALL(InclusiveSumByKey)
  KCAST_DEVICE_CALL(ExclusiveSumByKey)
};
struct DeviceRadixSort {
  KCAST_DEVICE_CALL(SortKeys)
  KCAST_DEVICE_CALL(SortKeysDescending)
  KCAST_DEVICE_CALL(SortPairs)
  KCAST_DEVICE_CALL(SortPairsDescending)
};
struct DeviceMergeSort {
  KCAST_DEVICE_CALL(SortKeys)
  KCAST_DEVICE_CALL(SortPairs)
  KCAST_DEVICE_CALL(StableSortKeys)
};
struct DeviceSegmentedSort : DeviceRadixSort {};
struct DeviceSegmentedRadixSort : DeviceRadixSort {};
struct DeviceSegmentedReduce : DeviceReduce {};
struct DeviceSelect {
  KCAST_DEVICE_CALL(Flagged)
  KCAST_DEVICE_CALL(If)
  KCAST_DEVICE_CALL(Unique)
};
struct DevicePartition {
  KCAST_DEVICE_CALL(Flagged)
  KCAST_DEVICE_CALL(If)
};
struct DeviceHistogram {
  KCAST_DEVICE_CALL(HistogramEven)
  KCAST_DEVICE_CALL(HistogramRange)
  KCAST_DEVICE_CALL(MultiHistogramEven)
};
struct DeviceRunLengthEncode {
  KCAST_DEVICE_CALL(Encode)
};
struct DeviceSpmv {
  KCAST_DEVICE_CALL(CsrMV)
};
#undef KCAST_DEVICE_CALL
struct CachingDeviceAllocator {
  template <class... _A>
  explicit CachingDeviceAllocator(_A...) {}
  template <class... _A>
  cudaError_t DeviceAllocate(void** result, size_t bytes, _A...) {
    *result = __kcast_device_alloc(bytes);
    return cudaSuccess;
  }
  cudaError_t DeviceFree(void* p) {
    __kcast_free(p);
    return cudaSuccess;
  }
};
}  // namespace cub
#define CubDebugExit(call) ((void)(call))
#define CubDebug(call) (call)
#endif
