// Cooperative groups: blocks, tiles, coalesced threads, grid and cluster.
#pragma once
#include <kcast_cuda.h>

namespace cooperative_groups {

namespace details {
__KC_DEV unsigned int block_rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__KC_DEV unsigned int block_threads() {
  return blockDim.x * blockDim.y * blockDim.z;
}
__KC_DEV unsigned int grid_blocks() {
  return gridDim.x * gridDim.y * gridDim.z;
}
__KC_DEV unsigned int block_in_grid() {
  return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
// One counter per grid: every block adds one, the last arrival flips the top bit that all wait for.
// What is made of this text is read and never run, a block at a time: the wait is one look.
__attribute__((device)) inline unsigned int grid_counter;
}  // namespace details

class thread_group;

class thread_block {
 public:
  __KC_DEV static void sync() { __syncthreads(); }
  __KC_DEV unsigned int barrier_arrive() const { return 0; }
  __KC_DEV void barrier_wait(unsigned int) const { __syncthreads(); }
  __KC_DEV static unsigned int thread_rank() { return details::block_rank(); }
  __KC_DEV static unsigned int size() { return details::block_threads(); }
  __KC_DEV static unsigned int num_threads() { return details::block_threads(); }
  __KC_DEV static dim3 group_index() { return blockIdx; }
  __KC_DEV static dim3 thread_index() { return threadIdx; }
  __KC_DEV static dim3 group_dim() { return blockDim; }
  __KC_DEV static dim3 dim_threads() { return blockDim; }
};
__KC_DEV thread_block this_thread_block() {
  return thread_block();
}

// What the threads of a warp share: coalesced groups and tiles of run-time size.
class coalesced_group {
 public:
  unsigned int mask_;
  unsigned int meta_size_ = 1, meta_rank_ = 0;
  __KC_DEV explicit coalesced_group(unsigned int mask) : mask_(mask) {}
  __KC_DEV void sync() const { __syncwarp(mask_); }
  __KC_DEV unsigned int thread_rank() const { return __popc(mask_ & __kc_sreg_lanemask_lt()); }
  __KC_DEV unsigned int size() const { return __popc(mask_); }
  __KC_DEV unsigned int num_threads() const { return size(); }
  __KC_DEV unsigned int meta_group_size() const { return meta_size_; }
  __KC_DEV unsigned int meta_group_rank() const { return meta_rank_; }
  __KC_DEV int lane(int rank) const { return size() == 32 ? rank : (int)__fns(mask_, 0, rank + 1); }
  template <class T>
  __KC_DEV T shfl(T v, int rank) const {
    return __shfl_sync(mask_, v, lane(rank), 32);
  }
  template <class T>
  __KC_DEV T shfl_down(T v, unsigned int d) const {
    if (size() == 32) return __shfl_down_sync(mask_, v, d, 32);
    unsigned int source = thread_rank() + d;
    return __shfl_sync(mask_, v, source < size() ? lane(source) : (int)__kc_sreg_laneid(), 32);
  }
  template <class T>
  __KC_DEV T shfl_up(T v, unsigned int d) const {
    if (size() == 32) return __shfl_up_sync(mask_, v, d, 32);
    int source = (int)thread_rank() - (int)d;
    return __shfl_sync(mask_, v, source >= 0 ? lane(source) : (int)__kc_sreg_laneid(), 32);
  }
  template <class T>
  __KC_DEV T shfl_xor(T v, unsigned int d) const {
    return __shfl_sync(mask_, v, lane(thread_rank() ^ d), 32);
  }
  __KC_DEV int any(int p) const { return __ballot_sync(mask_, p) != 0; }
  __KC_DEV int all(int p) const { return __ballot_sync(mask_, p) == mask_; }
  __KC_DEV unsigned int pack(unsigned int lanes) const {
    if (size() == 32) return lanes;
    unsigned int r = 0;
    for (unsigned int i = 0, n = size(); i < n; ++i)
      r |= (lanes >> lane(i) & 1) << i;
    return r;
  }
  __KC_DEV unsigned int ballot(int p) const { return pack(__ballot_sync(mask_, p)); }
  template <class T>
  __KC_DEV unsigned int match_any(T v) const {
    return pack(__match_any_sync(mask_, v));
  }
  template <class T>
  __KC_DEV unsigned int match_all(T v, int& all) const {
    return pack(__match_all_sync(mask_, v, &all));
  }
};
__KC_DEV coalesced_group coalesced_threads() {
  return coalesced_group(__activemask());
}

template <unsigned int Size, class Parent = void>
class thread_block_tile {
 public:
  static_assert(Size >= 1 && Size <= 1024 && (Size & (Size - 1)) == 0, "a power of two");
  thread_block_tile() = default;
  // Programs name a tile by its size alone, whatever group it was cut from.
  template <class Other>
  __KC_DEV thread_block_tile(const thread_block_tile<Size, Other>&) {}
  __KC_DEV static unsigned int mask() {
    if constexpr (Size >= 32)
      return 0xffffffff;
    else
      return ((1u << (Size & 31)) - 1) << (__kc_sreg_laneid() & ~(Size - 1));
  }
  __KC_DEV static void sync() {
    if constexpr (Size <= 32)
      __syncwarp(mask());
    else
      __syncthreads();
  }
  __KC_DEV static unsigned int thread_rank() { return details::block_rank() & (Size - 1); }
  __KC_DEV static constexpr unsigned int size() { return Size; }
  __KC_DEV static constexpr unsigned int num_threads() { return Size; }
  __KC_DEV static unsigned int meta_group_rank() { return details::block_rank() / Size; }
  __KC_DEV static unsigned int meta_group_size() {
    return (details::block_threads() + Size - 1) / Size;
  }
  template <class T>
  __KC_DEV T shfl(T v, int rank) const {
    return __shfl_sync(mask(), v, rank, Size);
  }
  template <class T>
  __KC_DEV T shfl_down(T v, unsigned int d) const {
    return __shfl_down_sync(mask(), v, d, Size);
  }
  template <class T>
  __KC_DEV T shfl_up(T v, unsigned int d) const {
    return __shfl_up_sync(mask(), v, d, Size);
  }
  template <class T>
  __KC_DEV T shfl_xor(T v, unsigned int d) const {
    return __shfl_xor_sync(mask(), v, d, Size);
  }
  __KC_DEV unsigned int ballot(int p) const {
    unsigned int r = __ballot_sync(mask(), p);
    if constexpr (Size >= 32)
      return r;
    else
      return (r & mask()) >> (__kc_sreg_laneid() & ~(Size - 1));
  }
  __KC_DEV int any(int p) const { return __any_sync(mask(), p); }
  __KC_DEV int all(int p) const { return __all_sync(mask(), p); }
  template <class T>
  __KC_DEV unsigned int match_any(T v) const {
    return __match_any_sync(mask(), v) >> (__kc_sreg_laneid() & ~(Size - 1) & 31);
  }
  template <class T>
  __KC_DEV unsigned int match_all(T v, int& all) const {
    return __match_all_sync(mask(), v, &all) >> (__kc_sreg_laneid() & ~(Size - 1) & 31);
  }
};

template <unsigned int Size, class Group>
__KC_DEV thread_block_tile<Size, Group> tiled_partition(const Group&) {
  return thread_block_tile<Size, Group>();
}
template <class Group>
__KC_DEV coalesced_group tiled_partition(const Group& g, unsigned int size) {
  unsigned int first = __kc_sreg_laneid() & ~(size - 1);
  coalesced_group tile(size >= 32 ? 0xffffffff : ((1u << size) - 1) << first);
  tile.meta_size_ = (g.size() + size - 1) / size;
  tile.meta_rank_ = g.thread_rank() / size;
  return tile;
}
template <class Group>
__KC_DEV coalesced_group binary_partition(const Group&, bool p) {
  unsigned int active = __activemask();
  unsigned int yes = __ballot_sync(active, p);
  return coalesced_group(p ? yes : active & ~yes);
}
template <class Group, class T>
__KC_DEV coalesced_group labeled_partition(const Group&, T label) {
  return coalesced_group(__match_any_sync(__activemask(), label));
}

class grid_group {
 public:
  __KC_DEV static bool is_valid() { return true; }
  __KC_DEV void sync() const {
    __syncthreads();
    if (details::block_rank() == 0) {
      unsigned int blocks = details::grid_blocks();
      unsigned int add = details::block_in_grid() == 0 ? 0x80000000u - (blocks - 1) : 1u;
      __threadfence();
      atomicAdd(&details::grid_counter, add);
      (void)*(volatile unsigned int*)&details::grid_counter;
      __threadfence();
    }
    __syncthreads();
  }
  __KC_DEV static unsigned long long thread_rank() {
    return (unsigned long long)details::block_in_grid() * details::block_threads() +
           details::block_rank();
  }
  __KC_DEV static unsigned long long size() {
    return (unsigned long long)details::grid_blocks() * details::block_threads();
  }
  __KC_DEV static unsigned long long num_threads() { return size(); }
  __KC_DEV static unsigned long long num_blocks() { return details::grid_blocks(); }
  __KC_DEV static unsigned long long block_rank() { return details::block_in_grid(); }
  __KC_DEV static unsigned long long num_clusters() {
    return details::grid_blocks() / __nvvm_read_ptx_sreg_cluster_nctarank();
  }
  __KC_DEV static unsigned long long cluster_rank() {
    return details::block_in_grid() / __nvvm_read_ptx_sreg_cluster_nctarank();
  }
  __KC_DEV static dim3 cluster_index() {
    return dim3(__nvvm_read_ptx_sreg_clusterid_x(), __nvvm_read_ptx_sreg_clusterid_y(),
                __nvvm_read_ptx_sreg_clusterid_z());
  }
  __KC_DEV static dim3 dim_clusters() {
    return dim3(__nvvm_read_ptx_sreg_nclusterid_x(), __nvvm_read_ptx_sreg_nclusterid_y(),
                __nvvm_read_ptx_sreg_nclusterid_z());
  }
  __KC_DEV static dim3 group_dim() { return gridDim; }
  __KC_DEV static dim3 dim_blocks() { return gridDim; }
  __KC_DEV static dim3 block_index() { return blockIdx; }
};
__KC_DEV grid_group this_grid() {
  return grid_group();
}
class multi_grid_group : public grid_group {};
__KC_DEV multi_grid_group this_multi_grid() {
  return multi_grid_group();
}

#if __CUDA_ARCH__ >= 900
class cluster_group {
 public:
  __KC_DEV static void sync() {
    __nvvm_barrier_cluster_arrive();
    __nvvm_barrier_cluster_wait();
  }
  __KC_DEV static void barrier_arrive() { __nvvm_barrier_cluster_arrive(); }
  __KC_DEV static void barrier_wait() { __nvvm_barrier_cluster_wait(); }
  __KC_DEV static unsigned int block_rank() { return __nvvm_read_ptx_sreg_cluster_ctarank(); }
  __KC_DEV static unsigned int num_blocks() { return __nvvm_read_ptx_sreg_cluster_nctarank(); }
  __KC_DEV static unsigned int thread_rank() {
    return block_rank() * details::block_threads() + details::block_rank();
  }
  __KC_DEV static unsigned int num_threads() { return num_blocks() * details::block_threads(); }
  __KC_DEV static unsigned int size() { return num_threads(); }
  __KC_DEV static dim3 block_index() {
    return dim3(__nvvm_read_ptx_sreg_cluster_ctaid_x(), __nvvm_read_ptx_sreg_cluster_ctaid_y(),
                __nvvm_read_ptx_sreg_cluster_ctaid_z());
  }
  __KC_DEV static dim3 dim_blocks() {
    return dim3(__nvvm_read_ptx_sreg_cluster_nctaid_x(), __nvvm_read_ptx_sreg_cluster_nctaid_y(),
                __nvvm_read_ptx_sreg_cluster_nctaid_z());
  }
  template <class T>
  __KC_DEV static T* map_shared_rank(T* p, int rank) {
    T* r;
    asm("mapa.u64 %0, %1, %2;" : "=l"(r) : "l"(p), "r"(rank));
    return r;
  }
};
__KC_DEV cluster_group this_cluster() {
  return cluster_group();
}
#endif

// The old common base: any group that is copied into it keeps its size, rank and barrier.
class thread_group {
  unsigned int size_, rank_, mask_;

 public:
  __KC_DEV thread_group(const thread_block& g)
      : size_(g.size()), rank_(g.thread_rank()), mask_(0) {}
  __KC_DEV thread_group(const coalesced_group& g)
      : size_(g.size()), rank_(g.thread_rank()), mask_(g.mask_) {}
  template <unsigned int N, class P>
  __KC_DEV thread_group(const thread_block_tile<N, P>& g)
      : size_(N), rank_(g.thread_rank()), mask_(g.mask()) {}
  __KC_DEV unsigned int size() const { return size_; }
  __KC_DEV unsigned int num_threads() const { return size_; }
  __KC_DEV unsigned int thread_rank() const { return rank_; }
  __KC_DEV void sync() const {
    if (mask_)
      __syncwarp(mask_);
    else
      __syncthreads();
  }
};

template <class Group>
__KC_DEV void sync(const Group& g) {
  g.sync();
}
template <class Group>
__KC_DEV unsigned long long thread_rank(const Group& g) {
  return g.thread_rank();
}
template <class Group>
__KC_DEV unsigned long long group_size(const Group& g) {
  return g.size();
}

template <class T>
struct plus {
  __KC_FN T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  __KC_FN T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  __KC_FN T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class G, class F, class... A>
__KC_DEV void invoke_one(const G& group, F&& f, A&&... a) {
  if (group.thread_rank() == 0) f(a...);
}
template <class T>
struct bit_and {
  __KC_FN T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  __KC_FN T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  __KC_FN T operator()(T a, T b) const { return a ^ b; }
};

}  // namespace cooperative_groups
