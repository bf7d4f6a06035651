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

 private:
  TempStorage& storage_;
  __device__ void move_(_T (&items)[_Items], bool to_blocked) {
    int thread = __kcast_thread();
    _T* all = storage_.template as<_T>();
    for (int i = 0; i < _Items; ++i) all[to_blocked ? thread + i * kThreads : thread * _Items + i] = items[i];
    __syncthreads();
    for (int i = 0; i < _Items; ++i) items[i] = all[to_blocked ? thread * _Items + i : thread + i * kThreads];
  }
};

// Keys are sorted by their rank: how many keys are smaller, or equal and earlier. Correct for every type, and
// of the same cost for every input, but not the operation count of cub's radix passes.
template <class _K, int _X, int _Items, class _V = NullType, int _Bits = 4, bool _Memoize = true, int _How = 0, int _Cfg = 0,
          int _Y = 1, int _Z = 1>
class BlockRadixSort {
  enum { kThreads = _X * _Y * _Z, kItems = kThreads * _Items };

 public:
  // Counters of the digits for every thread, or the keys, or the values.
  union Layout {
    struct {
      int counters[kThreads][(1 << (_Bits - 1)) + 1];
      __kcast_scan_layout<int, kThreads, kThreads % 32 != 0> scan;
    } rank;
    __kcast_exchange_layout<_K, kItems, _Items> keys;
    __kcast_exchange_layout<_V, kItems, _Items> values;
  };
  struct TempStorage : __kcast_storage<Layout> {};
  __device__ BlockRadixSort(TempStorage& storage) : storage_(storage) {}
  __device__ void Sort(_K (&keys)[_Items], int = 0, int = sizeof(_K) * 8) { sort_<false>(keys, nullptr); }
  __device__ void SortDescending(_K (&keys)[_Items], int = 0, int = sizeof(_K) * 8) { sort_<true>(keys, nullptr); }
  __device__ void Sort(_K (&keys)[_Items], _V (&values)[_Items], int = 0, int = sizeof(_K) * 8) { sort_<false>(keys, values); }
  __device__ void SortDescending(_K (&keys)[_Items], _V (&values)[_Items], int = 0, int = sizeof(_K) * 8) {
    sort_<true>(keys, values);
  }

 private:
  TempStorage& storage_;
  template <bool _Down>
  __device__ void sort_(_K (&keys)[_Items], _V* values) {
    int first = __kcast_thread() * _Items;
    int rank[_Items];
    _K* all = storage_.template as<_K>();
    for (int i = 0; i < _Items; ++i) all[first + i] = keys[i];
    __syncthreads();
    for (int i = 0; i < _Items; ++i) {
      rank[i] = 0;
      for (int j = 0; j < kItems; ++j) {
        _K other = all[j];
        bool earlier = _Down ? keys[i] < other : other < keys[i];
        bool equal = !(keys[i] < other) && !(other < keys[i]);
        rank[i] += earlier || (equal && j < first + i);
      }
    }
    move_(keys, rank, first);
    if (values) move_(values, rank, first);
  }
  template <class _T>
  __device__ void move_(_T* items, const int* rank, int first) {
    _T* all = storage_.template as<_T>();
    __syncthreads();
    for (int i = 0; i < _Items; ++i) all[rank[i]] = items[i];
    __syncthreads();
    for (int i = 0; i < _Items; ++i) items[i] = all[first + i];
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
