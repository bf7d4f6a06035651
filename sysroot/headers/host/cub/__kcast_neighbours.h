// cub's primitives between neighbours of a block, and its small tools.
#ifndef KCAST_CUB_NEIGHBOURS_H
#define KCAST_CUB_NEIGHBOURS_H
#include <cub/__kcast_block.h>
namespace cub {
// Neighbours in a block, and where they differ.
template <class _T, int _X, int _Y = 1, int _Z = 1, int _Arch = 0>
class BlockDiscontinuity {
  enum { kThreads = _X * _Y * _Z };

 public:
  struct Layout {
    _T first[kThreads];
    _T last[kThreads];
  };
  struct TempStorage : __kcast_storage<Layout> {};
  __device__ BlockDiscontinuity(TempStorage& storage) : storage_(storage) {}
  template <int _N, class _Flag, class _F>
  __device__ void FlagHeads(_Flag (&flags)[_N], _T (&items)[_N], _F f) {
    _T before = neighbour_(items[_N - 1], -1);
    for (int i = 0; i < _N; ++i) flags[i] = i == 0 ? __kcast_thread() == 0 || f(before, items[0]) : f(items[i - 1], items[i]);
  }
  template <int _N, class _Flag, class _F>
  __device__ void FlagHeads(_Flag (&flags)[_N], _T (&items)[_N], _F f, _T first) {
    _T before = neighbour_(items[_N - 1], -1);
    if (__kcast_thread() == 0) before = first;
    for (int i = 0; i < _N; ++i) flags[i] = f(i == 0 ? before : items[i - 1], items[i]);
  }
  template <int _N, class _Flag, class _F>
  __device__ void FlagTails(_Flag (&flags)[_N], _T (&items)[_N], _F f) {
    _T after = neighbour_(items[0], 1);
    bool last = __kcast_thread() == kThreads - 1;
    for (int i = 0; i < _N; ++i) flags[i] = i == _N - 1 ? last || f(items[i], after) : f(items[i], items[i + 1]);
  }
  template <int _N, class _Flag, class _F>
  __device__ void FlagTails(_Flag (&flags)[_N], _T (&items)[_N], _F f, _T) {
    FlagTails(flags, items, f);
  }
  template <int _N, class _Flag, class _F>
  __device__ void FlagHeadsAndTails(_Flag (&heads)[_N], _Flag (&tails)[_N], _T (&items)[_N], _F f) {
    FlagHeads(heads, items, f);
    __syncthreads();
    FlagTails(tails, items, f);
  }

 private:
  TempStorage& storage_;
  __device__ _T neighbour_(_T mine, int step) {
    int thread = __kcast_thread();
    _T* line = storage_.template as<_T>();
    line[thread] = mine;
    __syncthreads();
    int other = thread + step;
    return other < 0 || other >= kThreads ? mine : line[other];
  }
};
template <class _T, int _X, int _Y = 1, int _Z = 1, int _Arch = 0>
class BlockAdjacentDifference {
 public:
  struct TempStorage : BlockDiscontinuity<_T, _X, _Y, _Z>::TempStorage {};
  __device__ BlockAdjacentDifference(TempStorage& storage) : storage_(storage) {}
  template <int _N, class _O, class _F>
  __device__ void SubtractLeft(_T (&items)[_N], _O (&out)[_N], _F f) {
    int thread = __kcast_thread();
    _T* line = storage_.template as<_T>();
    line[thread] = items[_N - 1];
    __syncthreads();
    for (int i = _N - 1; i > 0; --i) out[i] = f(items[i], items[i - 1]);
    out[0] = thread == 0 ? items[0] : f(items[0], line[thread - 1]);
  }

 private:
  TempStorage& storage_;
};
template <class _T, int _X, int _Y = 1, int _Z = 1, int _Arch = 0>
class BlockShuffle {
 public:
  struct TempStorage : __kcast_storage<__kcast_raking_layout<_T, _X * _Y * _Z>> {};
  __device__ BlockShuffle(TempStorage& storage) : storage_(storage) {}
  __device__ void Offset(_T value, _T& out, int distance = 1) { move_(value, out, __kcast_thread() + distance); }
  __device__ void Rotate(_T value, _T& out, unsigned distance = 1) {
    move_(value, out, (__kcast_thread() + (int)distance) % (_X * _Y * _Z));
  }

 private:
  TempStorage& storage_;
  __device__ void move_(_T value, _T& out, int from) {
    _T* line = storage_.template as<_T>();
    line[__kcast_thread()] = value;
    __syncthreads();
    if (from >= 0 && from < _X * _Y * _Z) out = line[from];
  }
};

template <int _Lanes = 32, class _T>
__device__ inline _T ShuffleUp(_T value, int offset, int, unsigned) {
  return __kcast_shuffle_up(value, offset, _Lanes);
}
template <int _Lanes = 32, class _T>
__device__ inline _T ShuffleDown(_T value, int offset, int, unsigned) {
  return __kcast_shuffle_down(value, offset, _Lanes);
}
template <int _Lanes = 32, class _T>
__device__ inline _T ShuffleIndex(_T value, int lane, unsigned) {
  return __kcast_shuffle_index(value, lane, _Lanes);
}
template <int _Lanes>
KCAST_HD inline unsigned WarpMask(unsigned warp) {
  return _Lanes == 32 ? 0xffffffffu : ((1u << (_Lanes & 31)) - 1) << (warp * _Lanes);
}
__device__ inline unsigned RowMajorTid(int x, int y, int) { return threadIdx.x + x * (threadIdx.y + y * threadIdx.z); }
__device__ inline unsigned WarpId() { return __kcast_thread() >> 5; }
__device__ inline void CTA_SYNC() { __syncthreads(); }
__device__ inline void WARP_SYNC(unsigned mask) { __syncwarp(mask); }
template <int _N, int _Value = _N, int _Count = 0>
struct Log2 {
  enum { VALUE = _N <= 1 ? 0 : 1 + Log2<(_N + 1) / 2>::VALUE };
};
template <>
struct Log2<1> {
  enum { VALUE = 0 };
};
template <int _N>
struct PowerOfTwo {
  enum { VALUE = (_N & (_N - 1)) == 0 };
};
template <class _T, int _Threads, int _Arch = 0>
struct BlockRakingLayout {
  typedef __kcast_raking_layout<_T, _Threads> Layout;
  enum {
    SHARED_ELEMENTS = _Threads,
    MAX_RAKING_THREADS = _Threads < 32 ? _Threads : 32,
    SEGMENT_LENGTH = (SHARED_ELEMENTS + MAX_RAKING_THREADS - 1) / MAX_RAKING_THREADS,
    RAKING_THREADS = (SHARED_ELEMENTS + SEGMENT_LENGTH - 1) / SEGMENT_LENGTH,
    USE_SEGMENT_PADDING = SEGMENT_LENGTH % 2 == 0 && SEGMENT_LENGTH > 2,
    GRID_ELEMENTS = RAKING_THREADS * (SEGMENT_LENGTH + USE_SEGMENT_PADDING),
    UNGUARDED = SHARED_ELEMENTS % RAKING_THREADS == 0
  };
  struct TempStorage : __kcast_storage<Layout> {};
  __device__ static _T* PlacementPtr(TempStorage& storage, unsigned thread) {
    unsigned at = thread;
    if (USE_SEGMENT_PADDING) at += at / SEGMENT_LENGTH;
    return storage.template as<_T>() + at;
  }
  __device__ static _T* RakingPtr(TempStorage& storage, unsigned thread) {
    return storage.template as<_T>() + thread * (SEGMENT_LENGTH + USE_SEGMENT_PADDING);
  }
};
}  // namespace cub
#endif
