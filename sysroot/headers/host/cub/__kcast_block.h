// cub's warp and block primitives, as plain and correct device code: shuffles inside a warp, shared memory between
// warps. The algorithm choices of the template arguments are accepted and ignored.
#ifndef KCAST_CUB_BLOCK_H
#define KCAST_CUB_BLOCK_H
#include <type_traits>
#define CUB_VERSION 200500
#define CUB_PTX_WARP_THREADS 32
#define CUB_PTX_LOG_WARP_THREADS 5
#define CUB_WARP_THREADS(arch) 32
#define CUB_LOG_WARP_THREADS(arch) 5
#define CUB_SMEM_BANKS(arch) 32
#define CUB_LOG_SMEM_BANKS(arch) 5
#define CUB_PTX_ARCH 900
#define CUB_RUNTIME_FUNCTION __host__ __device__
#define CUB_MAX(a, b) (((b) > (a)) ? (b) : (a))
#define CUB_MIN(a, b) (((b) < (a)) ? (b) : (a))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y) - 1) / (y))
#define CUB_ROUND_UP_NEAREST(x, y) (CUB_QUOTIENT_CEILING(x, y) * (y))
namespace cub {
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
template <CacheLoadModifier _M, class _T>
__device__ inline _T ThreadLoad(_T* from) {
  return *from;
}
template <CacheStoreModifier _M, class _T>
__device__ inline void ThreadStore(_T* to, _T value) {
  *to = value;
}
struct NullType {};
struct Equality {
  template <class _T>
  KCAST_HD bool operator()(const _T& a, const _T& b) const {
    return a == b;
  }
};
struct Inequality {
  template <class _T>
  KCAST_HD bool operator()(const _T& a, const _T& b) const {
    return !(a == b);
  }
};
struct Sum {
  template <class _T>
  KCAST_HD _T operator()(const _T& a, const _T& b) const {
    return a + b;
  }
};
struct Max {
  template <class _T>
  KCAST_HD _T operator()(const _T& a, const _T& b) const {
    return a < b ? b : a;
  }
};
struct Min {
  template <class _T>
  KCAST_HD _T operator()(const _T& a, const _T& b) const {
    return b < a ? b : a;
  }
};
template <class _K, class _V>
struct KeyValuePair {
  typedef _K Key;
  typedef _V Value;
  _K key;
  _V value;
};
struct ArgMax {
  template <class _P>
  KCAST_HD _P operator()(const _P& a, const _P& b) const {
    return a.value < b.value ? b : a;
  }
};
struct ArgMin {
  template <class _P>
  KCAST_HD _P operator()(const _P& a, const _P& b) const {
    return b.value < a.value ? b : a;
  }
};
template <class _T>
struct Uninitialized {
  _T value;
  KCAST_HD _T& Alias() { return value; }
};

__device__ inline int __kcast_thread() { return (int)(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)); }
__device__ inline int LaneId() { return __kcast_thread() & 31; }
// Values of any type are shuffled word by word.
template <class _T>
__device__ inline _T __kcast_shuffle_down(_T value, int offset, int width) {
  if constexpr (__is_arithmetic(_T)) {
    return __shfl_down_sync(0xffffffffu, value, offset, width);
  } else {
    constexpr int words = (int)(sizeof(_T) + 3) / 4;
    int parts[words];
    __builtin_memcpy(parts, &value, sizeof(_T));
    for (int i = 0; i < words; ++i) parts[i] = __shfl_down_sync(0xffffffffu, parts[i], offset, width);
    __builtin_memcpy(&value, parts, sizeof(_T));
    return value;
  }
}
template <class _T>
__device__ inline _T __kcast_shuffle_up(_T value, int offset, int width) {
  if constexpr (__is_arithmetic(_T)) {
    return __shfl_up_sync(0xffffffffu, value, offset, width);
  } else {
    constexpr int words = (int)(sizeof(_T) + 3) / 4;
    int parts[words];
    __builtin_memcpy(parts, &value, sizeof(_T));
    for (int i = 0; i < words; ++i) parts[i] = __shfl_up_sync(0xffffffffu, parts[i], offset, width);
    __builtin_memcpy(&value, parts, sizeof(_T));
    return value;
  }
}

template <class _T>
__device__ inline _T __kcast_shuffle_index(_T value, int lane, int width) {
  if constexpr (__is_arithmetic(_T)) {
    return __shfl_sync(0xffffffffu, value, lane, width);
  } else {
    constexpr int words = (int)(sizeof(_T) + 3) / 4;
    int parts[words];
    __builtin_memcpy(parts, &value, sizeof(_T));
    for (int i = 0; i < words; ++i) parts[i] = __shfl_sync(0xffffffffu, parts[i], lane, width);
    __builtin_memcpy(&value, parts, sizeof(_T));
    return value;
  }
}

// Shared memory is laid out as cub's default algorithms do, so that a block takes as much of it. It is raw bytes,
// because a __shared__ variable may have no constructor.
template <class _Layout>
struct __kcast_storage {
  alignas(_Layout) unsigned char bytes[sizeof(_Layout)];
  template <class _T>
  __device__ _T* as() {
    return (_T*)bytes;
  }
};
// What a warp of `_Lanes` needs: nothing to shuffle, a line of elements where the lanes are no power of two.
template <class _T, int _Lanes, bool = (_Lanes & (_Lanes - 1)) == 0>
struct __kcast_warp_layout {
  char none;
};
template <class _T, int _Lanes>
struct __kcast_warp_layout<_T, _Lanes, false> {
  _T line[_Lanes + (_Lanes > 16 ? 16 : _Lanes > 8 ? 8 : _Lanes > 4 ? 4 : 2)];
};
// The elements of all threads in one segment per lane of a warp, padded against bank conflicts.
template <class _T, int _Threads>
struct __kcast_raking_layout {
  enum {
    kSegment = (_Threads + 31) / 32,
    kRakers = (_Threads + kSegment - 1) / kSegment,
    kPadding = kSegment % 2 == 0 && kSegment > 2
  };
  alignas(16) _T grid[kRakers * (kSegment + kPadding)];
};
template <class _T, int _Threads, bool _IsRaking>
struct __kcast_reduce_layout : __kcast_raking_layout<_T, _Threads> {};
template <class _T, int _Threads>
struct __kcast_reduce_layout<_T, _Threads, false> {
  char warps[(_Threads + 31) / 32];
  _T partial[(_Threads + 31) / 32];
  _T prefix;
};
template <class _T, int _Threads, bool _IsRaking>
struct __kcast_scan_layout {
  typedef __kcast_raking_layout<_T, _Threads> Grid;
  __kcast_warp_layout<_T, Grid::kRakers> warp;
  Grid grid;
  _T total;
};
template <class _T, int _Threads>
struct alignas(32) __kcast_scan_layout<_T, _Threads, false> {
  _T partial[_Threads / 32];
  char warps[_Threads / 32];
  _T prefix;
};

template <class _T, int _Lanes = 32, int _Arch = 0>
class WarpReduce {
 public:
  struct TempStorage : __kcast_storage<__kcast_warp_layout<_T, _Lanes>> {};
  __device__ WarpReduce(TempStorage&) {}
  template <class _F>
  __device__ _T Reduce(_T value, _F f, int valid = _Lanes) {
    int lane = __kcast_thread() % _Lanes;
    for (int offset = _Lanes / 2; offset > 0; offset /= 2) {
      _T other = __kcast_shuffle_down(value, offset, _Lanes);
      if (lane + offset < valid) value = f(value, other);
    }
    return value;
  }
  __device__ _T Sum(_T value) { return Reduce(value, cub::Sum()); }
  __device__ _T Sum(_T value, int valid) { return Reduce(value, cub::Sum(), valid); }
  __device__ _T Max(_T value) { return Reduce(value, cub::Max()); }
  __device__ _T Min(_T value) { return Reduce(value, cub::Min()); }
  // Up to the next head, or to the tail, of a segment.
  template <class _Flag, class _F>
  __device__ _T HeadSegmentedReduce(_T value, _Flag head, _F f) {
    unsigned heads = __ballot_sync(0xffffffffu, (int)head) >> 1;
    return segment_(value, heads, f);
  }
  template <class _Flag, class _F>
  __device__ _T TailSegmentedReduce(_T value, _Flag tail, _F f) {
    return segment_(value, __ballot_sync(0xffffffffu, (int)tail), f);
  }
  template <class _Flag>
  __device__ _T HeadSegmentedSum(_T value, _Flag head) {
    return HeadSegmentedReduce(value, head, cub::Sum());
  }
  template <class _Flag>
  __device__ _T TailSegmentedSum(_T value, _Flag tail) {
    return TailSegmentedReduce(value, tail, cub::Sum());
  }

 private:
  template <class _F>
  __device__ _T segment_(_T value, unsigned last, _F f) {
    int lane = __kcast_thread() % _Lanes;
    last = (last | 1u << (_Lanes - 1)) & (0xffffffffu << lane);
    return Reduce(value, f, __ffs((int)last));
  }
};

template <class _T, int _Lanes = 32, int _Arch = 0>
class WarpScan {
 public:
  struct TempStorage : __kcast_storage<__kcast_warp_layout<_T, _Lanes>> {};
  __device__ WarpScan(TempStorage&) {}
  template <class _F>
  __device__ void InclusiveScan(_T value, _T& out, _F f) {
    int lane = __kcast_thread() % _Lanes;
    for (int offset = 1; offset < _Lanes; offset *= 2) {
      _T other = __kcast_shuffle_up(value, offset, _Lanes);
      if (lane >= offset) value = f(other, value);
    }
    out = value;
  }
  template <class _F>
  __device__ void ExclusiveScan(_T value, _T& out, _T first, _F f) {
    _T inclusive;
    InclusiveScan(value, inclusive, f);
    _T before = __kcast_shuffle_up(inclusive, 1, _Lanes);
    out = __kcast_thread() % _Lanes == 0 ? first : f(first, before);
  }
  template <class _F>
  __device__ void InclusiveScan(_T value, _T& out, _F f, _T& total) {
    InclusiveScan(value, out, f);
    total = __kcast_shuffle_index(out, _Lanes - 1, _Lanes);
  }
  template <class _F>
  __device__ void ExclusiveScan(_T value, _T& out, _F f) {
    _T inclusive;
    InclusiveScan(value, inclusive, f);
    out = __kcast_shuffle_up(inclusive, 1, _Lanes);
  }
  template <class _F>
  __device__ void ExclusiveScan(_T value, _T& out, _T first, _F f, _T& total) {
    InclusiveScan(value, total, f);
    _T before = __kcast_shuffle_up(total, 1, _Lanes);
    out = __kcast_thread() % _Lanes == 0 ? first : f(first, before);
    total = __kcast_shuffle_index(total, _Lanes - 1, _Lanes);
  }
  template <class _F>
  __device__ void Scan(_T value, _T& inclusive, _T& exclusive, _F f) {
    InclusiveScan(value, inclusive, f);
    exclusive = __kcast_shuffle_up(inclusive, 1, _Lanes);
  }
  __device__ _T Broadcast(_T value, unsigned lane) { return __kcast_shuffle_index(value, (int)lane, _Lanes); }
  __device__ void InclusiveSum(_T value, _T& out) { InclusiveScan(value, out, cub::Sum()); }
  __device__ void InclusiveSum(_T value, _T& out, _T& total) { InclusiveScan(value, out, cub::Sum(), total); }
  __device__ void ExclusiveSum(_T value, _T& out) { ExclusiveScan(value, out, _T(), cub::Sum()); }
  __device__ void ExclusiveSum(_T value, _T& out, _T& total) {
    InclusiveScan(value, total, cub::Sum());
    out = total - value;
    total = __shfl_sync(0xffffffffu, total, _Lanes - 1, _Lanes);
  }
};

template <class _T, int _X, BlockReduceAlgorithm _How = BLOCK_REDUCE_WARP_REDUCTIONS, int _Y = 1, int _Z = 1, int _Arch = 0>
class BlockReduce {
  enum { kThreads = _X * _Y * _Z, kWarps = (kThreads + 31) / 32 };

 public:
  struct TempStorage
      : __kcast_storage<__kcast_reduce_layout<_T, kThreads, _How != BLOCK_REDUCE_WARP_REDUCTIONS>> {};

 private:
  TempStorage& storage_;
  __device__ static TempStorage& own_() {
    __shared__ TempStorage storage;
    return storage;
  }

 public:
  __device__ BlockReduce() : storage_(own_()) {}
  __device__ BlockReduce(TempStorage& storage) : storage_(storage) {}
  // The result is in thread 0, as with cub.
  template <class _F>
  __device__ _T Reduce(_T value, _F f, int valid) {
    int thread = __kcast_thread();
    int lane = thread & 31;
    for (int offset = 16; offset > 0; offset /= 2) {
      _T other = __kcast_shuffle_down(value, offset, 32);
      if (lane + offset < 32 && thread + offset < valid) value = f(value, other);
    }
    if (lane == 0) storage_.template as<_T>()[thread / 32] = value;
    __syncthreads();
    if (thread == 0)
      for (int warp = 1; warp < kWarps && warp * 32 < valid; ++warp) value = f(value, storage_.template as<_T>()[warp]);
    return value;
  }
  template <class _F>
  __device__ _T Reduce(_T value, _F f) {
    return Reduce(value, f, kThreads);
  }
  template <int _N, class _F>
  __device__ _T Reduce(_T (&values)[_N], _F f) {
    _T value = values[0];
    for (int i = 1; i < _N; ++i) value = f(value, values[i]);
    return Reduce(value, f, kThreads);
  }
  __device__ _T Sum(_T value) { return Reduce(value, cub::Sum(), kThreads); }
  __device__ _T Sum(_T value, int valid) { return Reduce(value, cub::Sum(), valid); }
  template <int _N>
  __device__ _T Sum(_T (&values)[_N]) {
    return Reduce(values, cub::Sum());
  }
};

template <class _T, int _X, BlockScanAlgorithm _How = BLOCK_SCAN_RAKING, int _Y = 1, int _Z = 1, int _Arch = 0>
class BlockScan {
  enum { kThreads = _X * _Y * _Z, kWarps = (kThreads + 31) / 32 };

 public:
  struct TempStorage
      : __kcast_storage<__kcast_scan_layout<_T, kThreads, _How != BLOCK_SCAN_WARP_SCANS || kThreads % 32 != 0>> {};

 private:
  TempStorage& storage_;

  // The scan inside the warp, what comes before the warp, and the total of the block.
  template <class _F>
  __device__ _T scan_(_T value, _F f, _T& before, bool& any_before, _T& total) {
    int thread = __kcast_thread();
    int lane = thread & 31;
    int warp = thread / 32;
    for (int offset = 1; offset < 32; offset *= 2) {
      _T other = __kcast_shuffle_up(value, offset, 32);
      if (lane >= offset) value = f(other, value);
    }
    if (lane == 31 || thread == kThreads - 1) storage_.template as<_T>()[warp] = value;
    __syncthreads();
    total = storage_.template as<_T>()[0];
    before = total;
    any_before = warp > 0;
    for (int i = 1; i < kWarps; ++i) {
      if (i == warp) before = total;
      total = f(total, storage_.template as<_T>()[i]);
    }
    return value;
  }

 public:
  __device__ BlockScan(TempStorage& storage) : storage_(storage) {}
  template <class _F>
  __device__ void InclusiveScan(_T value, _T& out, _F f, _T& total) {
    _T before;
    bool any_before;
    value = scan_(value, f, before, any_before, total);
    out = any_before ? f(before, value) : value;
  }
  template <class _F>
  __device__ void InclusiveScan(_T value, _T& out, _F f) {
    _T total;
    InclusiveScan(value, out, f, total);
  }
  template <class _F>
  __device__ void ExclusiveScan(_T value, _T& out, _T first, _F f, _T& total) {
    _T before;
    bool any_before;
    value = scan_(value, f, before, any_before, total);
    _T previous = __kcast_shuffle_up(value, 1, 32);
    _T start = any_before ? f(first, before) : first;
    out = (__kcast_thread() & 31) == 0 ? start : f(start, previous);
  }
  template <class _F>
  __device__ void ExclusiveScan(_T value, _T& out, _T first, _F f) {
    _T total;
    ExclusiveScan(value, out, first, f, total);
  }
  __device__ void InclusiveSum(_T value, _T& out) { InclusiveScan(value, out, cub::Sum()); }
  __device__ void InclusiveSum(_T value, _T& out, _T& total) { InclusiveScan(value, out, cub::Sum(), total); }
  __device__ void ExclusiveSum(_T value, _T& out) { ExclusiveScan(value, out, _T(), cub::Sum()); }
  __device__ void ExclusiveSum(_T value, _T& out, _T& total) { ExclusiveScan(value, out, _T(), cub::Sum(), total); }
  template <int _N>
  __device__ void InclusiveSum(_T (&values)[_N], _T (&out)[_N]) {
    _T sum = _T(), before;
    for (int i = 0; i < _N; ++i) sum = sum + values[i];
    ExclusiveSum(sum, before);
    for (int i = 0; i < _N; ++i) {
      before = before + values[i];
      out[i] = before;
    }
  }
  template <int _N>
  __device__ void ExclusiveSum(_T (&values)[_N], _T (&out)[_N], _T& total) {
    _T sum = _T(), before;
    for (int i = 0; i < _N; ++i) sum = sum + values[i];
    ExclusiveSum(sum, before, total);
    for (int i = 0; i < _N; ++i) {
      _T value = values[i];
      out[i] = before;
      before = before + value;
    }
  }
  template <int _N>
  __device__ void ExclusiveSum(_T (&values)[_N], _T (&out)[_N]) {
    _T total;
    ExclusiveSum(values, out, total);
  }
  template <int _N>
  __device__ void InclusiveSum(_T (&values)[_N], _T (&out)[_N], _T& total) {
    InclusiveScan(values, out, cub::Sum(), total);
  }
  // Several items a thread, with any operation.
  template <int _N, class _F>
  __device__ void InclusiveScan(_T (&values)[_N], _T (&out)[_N], _F f, _T& total) {
    _T sum = values[0], inclusive;
    for (int i = 1; i < _N; ++i) sum = f(sum, values[i]);
    InclusiveScan(sum, inclusive, f, total);
    _T before = previous_(inclusive);
    bool first = __kcast_thread() == 0;
    for (int i = 0; i < _N; ++i) {
      before = first && i == 0 ? values[0] : f(before, values[i]);
      out[i] = before;
    }
  }
  template <int _N, class _F>
  __device__ void InclusiveScan(_T (&values)[_N], _T (&out)[_N], _F f) {
    _T total;
    InclusiveScan(values, out, f, total);
  }
  template <int _N, class _F>
  __device__ void ExclusiveScan(_T (&values)[_N], _T (&out)[_N], _T first, _F f, _T& total) {
    _T sum = values[0], before;
    for (int i = 1; i < _N; ++i) sum = f(sum, values[i]);
    ExclusiveScan(sum, before, first, f, total);
    for (int i = 0; i < _N; ++i) {
      _T value = values[i];
      out[i] = before;
      before = f(before, value);
    }
  }
  template <int _N, class _F>
  __device__ void ExclusiveScan(_T (&values)[_N], _T (&out)[_N], _T first, _F f) {
    _T total;
    ExclusiveScan(values, out, first, f, total);
  }
  // A callback of the first warp is given the total and gives what comes before the block.
  template <class _F, class _P, std::enable_if_t<std::is_class_v<_P> && !std::is_same_v<_P, _T>, int> = 0>
  __device__ void InclusiveScan(_T value, _T& out, _F f, _P& prefix) {
    _T total;
    InclusiveScan(value, out, f, total);
    out = f(with_prefix_(prefix, total), out);
  }
  template <int _N, class _F, class _P, std::enable_if_t<std::is_class_v<_P> && !std::is_same_v<_P, _T>, int> = 0>
  __device__ void InclusiveScan(_T (&values)[_N], _T (&out)[_N], _F f, _P& prefix) {
    _T total;
    InclusiveScan(values, out, f, total);
    _T before = with_prefix_(prefix, total);
    for (int i = 0; i < _N; ++i) out[i] = f(before, out[i]);
  }
  template <int _N, class _P, std::enable_if_t<std::is_class_v<_P> && !std::is_same_v<_P, _T>, int> = 0>
  __device__ void InclusiveSum(_T (&values)[_N], _T (&out)[_N], _P& prefix) {
    InclusiveScan(values, out, cub::Sum(), prefix);
  }
  template <class _P, std::enable_if_t<std::is_class_v<_P> && !std::is_same_v<_P, _T>, int> = 0>
  __device__ void InclusiveSum(_T value, _T& out, _P& prefix) {
    InclusiveScan(value, out, cub::Sum(), prefix);
  }
  template <class _P, std::enable_if_t<std::is_class_v<_P> && !std::is_same_v<_P, _T>, int> = 0>
  __device__ void ExclusiveSum(_T value, _T& out, _P& prefix) {
    _T total;
    ExclusiveSum(value, out, total);
    out = with_prefix_(prefix, total) + out;
  }
  template <int _N, class _P, std::enable_if_t<std::is_class_v<_P> && !std::is_same_v<_P, _T>, int> = 0>
  __device__ void ExclusiveSum(_T (&values)[_N], _T (&out)[_N], _P& prefix) {
    _T total;
    ExclusiveSum(values, out, total);
    _T before = with_prefix_(prefix, total);
    for (int i = 0; i < _N; ++i) out[i] = before + out[i];
  }

 private:
  template <class _P>
  __device__ _T with_prefix_(_P& prefix, _T total) {
    int thread = __kcast_thread();
    if (thread < 32) {
      _T before = prefix(total);
      if (thread == 0) storage_.template as<_T>()[0] = before;
    }
    __syncthreads();
    return storage_.template as<_T>()[0];
  }
  // The value of the thread before, through shared memory where it is in another warp.
  __device__ _T previous_(_T value) {
    int thread = __kcast_thread();
    _T* last = storage_.template as<_T>();
    _T before = __kcast_shuffle_up(value, 1, 32);
    __syncthreads();
    if ((thread & 31) == 31) last[thread / 32] = value;
    __syncthreads();
    if ((thread & 31) == 0 && thread > 0) before = last[thread / 32 - 1];
    return before;
  }
};

}  // namespace cub
#endif
