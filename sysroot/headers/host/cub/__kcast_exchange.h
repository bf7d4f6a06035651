// cub's block loads, stores and sorts, as plain and correct device code.
#ifndef KCAST_CUB_EXCHANGE_H
#define KCAST_CUB_EXCHANGE_H
#include <cub/__kcast_block.h>
namespace cub {
// The items of a block, with one of padding per 32 where threads would meet in a bank.
template <class _T, int _Count, int _Items>
struct __kcast_exchange_layout {
  enum { kPadding = _Items > 4 && (_Items & (_Items - 1)) == 0 ? _Count / 32 : 0 };
  alignas(16) _T items[_Count + kPadding];
};
struct __kcast_no_layout {
  char none;
};
template <bool _IsTransposed, class _Layout>
using __kcast_transpose_layout = std::conditional_t<_IsTransposed, _Layout, __kcast_no_layout>;
template <class _T, int _Count, int _Items>
struct __kcast_store_layout : __kcast_exchange_layout<_T, _Count, _Items> {
  int valid;
};

template <class _T, int _X, int _Items, BlockLoadAlgorithm _How = BLOCK_LOAD_DIRECT, int _Y = 1, int _Z = 1, int _Arch = 0>
class BlockLoad {
 public:
  struct TempStorage
      : __kcast_storage<__kcast_transpose_layout<_How == BLOCK_LOAD_TRANSPOSE || _How == BLOCK_LOAD_WARP_TRANSPOSE,
                                                 __kcast_exchange_layout<_T, _X * _Y * _Z * _Items, _Items>>> {};
  __device__ BlockLoad() {}
  __device__ BlockLoad(TempStorage&) {}
  template <class _It>
  __device__ void Load(_It from, _T (&items)[_Items]) {
    Load(from, items, _X * _Y * _Z * _Items);
  }
  template <class _It>
  __device__ void Load(_It from, _T (&items)[_Items], int valid) {
    int thread = __kcast_thread();
    for (int i = 0; i < _Items; ++i) {
      int at = _How == BLOCK_LOAD_STRIPED ? thread + i * _X * _Y * _Z : thread * _Items + i;
      if (at < valid) items[i] = from[at];
    }
  }
  template <class _It, class _D>
  __device__ void Load(_It from, _T (&items)[_Items], int valid, _D other) {
    for (int i = 0; i < _Items; ++i) items[i] = other;
    Load(from, items, valid);
  }
};
template <class _T, int _X, int _Items, BlockStoreAlgorithm _How = BLOCK_STORE_DIRECT, int _Y = 1, int _Z = 1, int _Arch = 0>
class BlockStore {
 public:
  struct TempStorage
      : __kcast_storage<__kcast_transpose_layout<_How == BLOCK_STORE_TRANSPOSE || _How == BLOCK_STORE_WARP_TRANSPOSE,
                                                 __kcast_store_layout<_T, _X * _Y * _Z * _Items, _Items>>> {};
  __device__ BlockStore() {}
  __device__ BlockStore(TempStorage&) {}
  template <class _It>
  __device__ void Store(_It to, _T (&items)[_Items]) {
    Store(to, items, _X * _Y * _Z * _Items);
  }
  template <class _It>
  __device__ void Store(_It to, _T (&items)[_Items], int valid) {
    int thread = __kcast_thread();
    for (int i = 0; i < _Items; ++i) {
      int at = _How == BLOCK_STORE_STRIPED ? thread + i * _X * _Y * _Z : thread * _Items + i;
      if (at < valid) to[at] = items[i];
    }
  }
};
template <class _T, int _X, int _Items, bool _Slicing = false, int _Y = 1, int _Z = 1>
class BlockExchange {
  enum { kThreads = _X * _Y * _Z };

 public:
  struct TempStorage : __kcast_storage<__kcast_exchange_layout<_T, kThreads * _Items, _Items>> {};
  __device__ BlockExchange(TempStorage& storage) : storage_(storage) {}
  __device__ void StripedToBlocked(_T (&items)[_Items]) { move_(items, true); }
  __device__ void BlockedToStriped(_T (&items)[_Items]) { move_(items, false); }
  // From one array to another, which may be the same.
#define KCAST_EXCHANGE(name, to_blocked)                                            \
  template <class _O>                                                               \
  __device__ void name(const _T (&items)[_Items], _O (&out)[_Items]) {              \
    for (int i = 0; i < _Items; ++i) out[i] = items[i];                             \
    move_(out, to_blocked);                                                         \
  }
  KCAST_EXCHANGE(StripedToBlocked, true)
  KCAST_EXCHANGE(BlockedToStriped, false)
  KCAST_EXCHANGE(WarpStripedToBlocked, true)
  KCAST_EXCHANGE(BlockedToWarpStriped, false)
#undef KCAST_EXCHANGE
  __device__ void WarpStripedToBlocked(_T (&items)[_Items]) { move_(items, true); }
  __device__ void BlockedToWarpStriped(_T (&items)[_Items]) { move_(items, false); }
  template <class _R>
  __device__ void ScatterToBlocked(_T (&items)[_Items], _R (&ranks)[_Items]) {
    scatter_(items, ranks, true);
  }
  template <class _R>
  __device__ void ScatterToStriped(_T (&items)[_Items], _R (&ranks)[_Items]) {
    scatter_(items, ranks, false);
  }

 private:
  TempStorage& storage_;
  template <class _R>
  __device__ void scatter_(_T (&items)[_Items], _R (&ranks)[_Items], bool to_blocked) {
    int thread = __kcast_thread();
    _T* all = storage_.template as<_T>();
    for (int i = 0; i < _Items; ++i) all[ranks[i]] = items[i];
    __syncthreads();
    for (int i = 0; i < _Items; ++i) items[i] = all[to_blocked ? thread * _Items + i : thread + i * kThreads];
  }
  template <class _O>
  __device__ void move_(_O (&items)[_Items], bool to_blocked) {
    int thread = __kcast_thread();
    _T* all = storage_.template as<_T>();
    for (int i = 0; i < _Items; ++i) all[to_blocked ? thread + i * kThreads : thread * _Items + i] = items[i];
    __syncthreads();
    for (int i = 0; i < _Items; ++i) items[i] = all[to_blocked ? thread * _Items + i : thread + i * kThreads];
  }
};

// Bits of a key in the order of the keys.
template <class _K>
struct __kcast_radix {
  typedef std::conditional_t<sizeof(_K) == 8, unsigned long long,
                             std::conditional_t<sizeof(_K) == 4, unsigned, std::conditional_t<sizeof(_K) == 2, unsigned short, unsigned char>>>
      Bits;
  static constexpr Bits kTop = (Bits)((Bits)1 << (sizeof(_K) * 8 - 1));
  __device__ static Bits in(_K key) {
    Bits bits = __builtin_bit_cast(Bits, key);
    if constexpr (!__is_integral(_K)) return bits ^ (bits & kTop ? (Bits)-1 : kTop);
    else if constexpr ((_K)-1 < (_K)1) return bits ^ kTop;
    else return bits;
  }
  __device__ static _K out(Bits bits) {
    if constexpr (!__is_integral(_K)) bits ^= bits & kTop ? kTop : (Bits)-1;
    else if constexpr ((_K)-1 < (_K)1) bits ^= kTop;
    return __builtin_bit_cast(_K, bits);
  }
};
// As cub does it: for each digit every thread counts its items in counters of 16 bits, two to a word, the counters are
// scanned, and the items change places through shared memory.
template <class _K, int _X, int _Items, class _V = NullType, int _Bits = 4, bool _Memoize = true,
          BlockScanAlgorithm _Scan = BLOCK_SCAN_WARP_SCANS, int _Cfg = 0, int _Y = 1, int _Z = 1>
class BlockRadixSort {
  enum { kThreads = _X * _Y * _Z, kItems = kThreads * _Items, kLanes = 1 << (_Bits - 1) };
  typedef __kcast_radix<_K> Radix;
  typedef typename Radix::Bits Bits;
  typedef BlockScan<unsigned, _X, BLOCK_SCAN_WARP_SCANS, _Y, _Z> CounterScan;

 public:
  // Counters of the digits for every thread, or the keys, or the values.
  union Layout {
    struct {
      int counters[kThreads][kLanes + 1];
      __kcast_scan_layout<int, kThreads, kThreads % 32 != 0> scan;
    } rank;
    __kcast_exchange_layout<_K, kItems, _Items> keys;
    __kcast_exchange_layout<_V, kItems, _Items> values;
  };
  struct TempStorage : __kcast_storage<Layout> {};
  __device__ BlockRadixSort(TempStorage& storage) : storage_(storage) {}
#define KCAST_SORT(name, down, blocked)                                                                                \
  __device__ void name(_K (&keys)[_Items], int begin = 0, int end = sizeof(_K) * 8) {                                  \
    sort_<down, blocked>(keys, (_V*)nullptr, begin, end);                                                              \
  }                                                                                                                    \
  template <class _W>                                                                                                  \
  __device__ void name(_K (&keys)[_Items], _W (&values)[_Items], int begin = 0, int end = sizeof(_K) * 8) {            \
    sort_<down, blocked>(keys, values, begin, end);                                                                    \
  }
  KCAST_SORT(Sort, false, true)
  KCAST_SORT(SortDescending, true, true)
  KCAST_SORT(SortBlockedToStriped, false, false)
  KCAST_SORT(SortDescendingBlockedToStriped, true, false)
#undef KCAST_SORT

 private:
  TempStorage& storage_;
  template <bool _Down, bool _Blocked>
  __device__ void sort_(_K (&keys)[_Items], _V* values, int begin, int end) {
    Bits bits[_Items];
    int rank[_Items];
    for (int i = 0; i < _Items; ++i) bits[i] = _Down ? (Bits)~Radix::in(keys[i]) : Radix::in(keys[i]);
    for (int bit = begin; bit < end; bit += _Bits) {
      rank_(bits, rank, bit, end - bit < _Bits ? end - bit : _Bits);
      bool blocked = _Blocked || bit + _Bits < end;
      move_(bits, rank, blocked);
      if constexpr (!__is_same(_V, NullType)) {
        if (values) move_(values, rank, blocked);
      }
      if (bit + _Bits < end) __syncthreads();
    }
    for (int i = 0; i < _Items; ++i) keys[i] = Radix::out(_Down ? (Bits)~bits[i] : bits[i]);
  }
  __device__ void rank_(const Bits (&bits)[_Items], int (&rank)[_Items], int bit, int digits) {
    int thread = __kcast_thread();
    unsigned* words = storage_.template as<unsigned>();
    unsigned short* counters[_Items];
    unsigned short before[_Items];
    for (int i = 0; i <= kLanes; ++i) words[i * kThreads + thread] = 0;
    __syncthreads();
    for (int i = 0; i < _Items; ++i) {
      int digit = (int)(bits[i] >> bit) & ((1 << digits) - 1);
      counters[i] = (unsigned short*)words + 2 * ((digit % kLanes) * kThreads + thread) + digit / kLanes;
      before[i] = *counters[i];
      *counters[i] = before[i] + 1;
    }
    __syncthreads();
    unsigned part[kLanes + 1], sum = 0, prefix, total;
    for (int i = 0; i <= kLanes; ++i) sum += part[i] = words[thread * (kLanes + 1) + i];
    CounterScan((typename CounterScan::TempStorage&)words[kThreads * (kLanes + 1)]).ExclusiveSum(sum, prefix, total);
    prefix += total << 16;
    for (int i = 0; i <= kLanes; ++i) {
      words[thread * (kLanes + 1) + i] = prefix;
      prefix += part[i];
    }
    __syncthreads();
    for (int i = 0; i < _Items; ++i) rank[i] = before[i] + *counters[i];
  }
  template <class _T>
  __device__ void move_(_T* items, const int* rank, bool blocked) {
    int thread = __kcast_thread();
    _T* all = storage_.template as<_T>();
    __syncthreads();
    for (int i = 0; i < _Items; ++i) all[rank[i]] = items[i];
    __syncthreads();
    for (int i = 0; i < _Items; ++i) items[i] = all[blocked ? thread * _Items + i : thread + i * kThreads];
  }
};
template <class _T, int _X, int _Items, int _Bins, int _How = 0, int _Y = 1, int _Z = 1>
class BlockHistogram {
 public:
  struct TempStorage {
    int unused;
  };
  __device__ BlockHistogram(TempStorage&) {}
  template <class _C>
  __device__ void InitHistogram(_C (&bins)[_Bins]) {
    for (int i = __kcast_thread(); i < _Bins; i += _X * _Y * _Z) bins[i] = 0;
  }
  template <class _C>
  __device__ void Composite(_T (&items)[_Items], _C (&bins)[_Bins]) {
    for (int i = 0; i < _Items; ++i) atomicAdd(&bins[items[i]], (_C)1);
  }
  template <class _C>
  __device__ void Histogram(_T (&items)[_Items], _C (&bins)[_Bins]) {
    InitHistogram(bins);
    __syncthreads();
    Composite(items, bins);
  }
};
}  // namespace cub
#endif
