#include <__kcast_torch.h>
#ifndef KCAST_TORCH_GENERATOR_H
#define KCAST_TORCH_GENERATOR_H
#include <mutex>
// The state of random numbers: a seed and how many were drawn.
namespace at {
struct PhiloxCudaState {
  uint64_t seed_ = 0, offset_ = 0;
  PhiloxCudaState() {}
  PhiloxCudaState(uint64_t seed, uint64_t offset) : seed_(seed), offset_(offset) {}
};
struct Generator {};
struct CUDAGeneratorImpl {
  std::mutex mutex_;
  PhiloxCudaState philox_cuda_state(uint64_t) { return PhiloxCudaState(); }
};
template <class _T, class... _A>
inline _T* get_generator_or_default(_A&&...) {
  static _T state;
  return &state;
}
namespace cuda {
namespace detail {
inline Generator getDefaultCUDAGenerator() { return Generator(); }
}  // namespace detail
namespace philox {
KCAST_HD inline std::tuple<uint64_t, uint64_t> unpack(PhiloxCudaState state) {
  return std::tuple<uint64_t, uint64_t>(state.seed_, state.offset_);
}
}  // namespace philox
}  // namespace cuda
}  // namespace at
#endif
