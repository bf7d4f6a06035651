// When each warp of a unit takes its turn. A warp has one turn at most, and most of those that come
// up move on a little, because the scheduler is busy; so this is no heap but a tournament, in which
// a turn that moves is compared with as many others as the tree is deep.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace kcast::sim {

class Turns {
 public:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  explicit Turns(size_t warps)
      : leaves_(std::bit_ceil(warps)), times_(leaves_, kNever), winners_(2 * leaves_) {
    for (size_t i = 0; i < leaves_; ++i)
      winners_[leaves_ + i] = static_cast<uint32_t>(i);
    for (size_t node = leaves_ - 1; node > 0; --node)
      play(node);
  }

  // At `at`, whatever was said of this warp before.
  void set(size_t warp, double at) {
    times_[warp] = at;
    for (size_t node = (leaves_ + warp) / 2; node > 0; node /= 2)
      play(node);
  }

  void clear(size_t warp) { set(warp, kNever); }

  // The earliest turn; of several at once that of the first warp.
  size_t first() const { return winners_[1]; }
  double first_at() const { return times_[first()]; }

 private:
  void play(size_t node) {
    const uint32_t left = winners_[2 * node];
    const uint32_t right = winners_[2 * node + 1];
    // Who wins is as good as random, so this must not become a branch.
    const auto all_if_right = 0U - static_cast<uint32_t>(times_[right] < times_[left]);
    winners_[node] = left ^ ((left ^ right) & all_if_right);
  }

  size_t leaves_;
  std::vector<double> times_;      // of each warp
  std::vector<uint32_t> winners_;  // of each node of the tree: 1 is its root
};

}  // namespace kcast::sim
