// Warps of a scheduler that wait until there is room for their next step. What a step needs becomes
// later only when some warp issues, so it is known at each moment when all that need the same have
// room: none of them has to be asked again one by one.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "analyze/sim/program.h"

namespace kcast::sim {

// What a step needs beside its scheduler: a set of bits. The first ones are the pipes.
using Needs = uint32_t;
inline constexpr Needs kNeedsLsu = Needs{1} << kPipes;
inline constexpr Needs kNeedsData = kNeedsLsu << 1;    // the stage of L1 and shared memory
inline constexpr Needs kNeedsQueue = kNeedsData << 1;  // of L2 and DRAM, which stores fill
inline constexpr Needs kShared = kNeedsLsu | kNeedsData | kNeedsQueue;  // by all schedulers
inline constexpr size_t kMostNeeds = size_t{kNeedsQueue} << 1;

inline Needs needs_of(const Step& step) {
  Needs needs = step.lsu > 0 ? kNeedsLsu : 0;
  for (size_t p = 0; p < kPipes; ++p)
    needs |= static_cast<Needs>(step.pipes[p] > 0) << p;
  if (step.request < 0) return needs;
  const bool is_written = step.kind == StepKind::Store || step.kind == StepKind::Atomic;
  return needs | kNeedsData | (is_written ? kNeedsQueue : 0);
}

class Waiting {
 public:
  static constexpr size_t kMostWarps = 64;

  // `warp` is a number within the scheduler.
  void add(uint32_t warp, Needs needs, double at) {
    uint16_t& group = group_of_[needs];
    if (group == 0) {
      groups_.push_back({needs});
      group = static_cast<uint16_t>(groups_.size());
    }
    Group& waiting = groups_[group - size_t{1}];
    waiting.warps |= uint64_t{1} << warp;
    waiting.at = at;
    find_first();
  }

  // Which issues now: update() comes next.
  void remove_first() {
    Group& group = groups_[first_];
    group.warps &= group.warps - 1;
  }

  // Something was issued: by this scheduler, or by another one, which may have taken what they
  // share. `room(needs)` says when there is room now; `wait(cycles, at)` hears how much later that
  // is, of all warps together.
  template <typename Room, typename Wait>
  void update(bool is_own, const Room& room, const Wait& wait) {
    for (Group& group : groups_) {
      if (group.warps == 0 || (!is_own && (group.needs & kShared) == 0)) continue;
      const double at = room(group.needs);
      if (at <= group.at) continue;
      wait(std::popcount(group.warps) * (at - group.at), at);
      group.at = at;
    }
    find_first();
  }

  // When the first one has room; infinite: nobody waits.
  double first_at() const { return first_at_; }
  // Of several at once the one with the least number.
  uint32_t first() const { return static_cast<uint32_t>(std::countr_zero(groups_[first_].warps)); }

 private:
  struct Group {
    Needs needs = 0;
    uint64_t warps = 0;
    double at = 0;
  };

  void find_first() {
    first_at_ = std::numeric_limits<double>::infinity();
    for (size_t g = 0; g < groups_.size(); ++g) {
      const Group& group = groups_[g];
      if (group.warps == 0 || group.at > first_at_) continue;
      if (group.at == first_at_ &&
          std::countr_zero(group.warps) > std::countr_zero(groups_[first_].warps))
        continue;
      first_at_ = group.at;
      first_ = g;
    }
  }

  std::vector<Group> groups_;
  std::array<uint16_t, kMostNeeds> group_of_{};  // number + 1; 0: none yet
  size_t first_ = 0;
  double first_at_ = std::numeric_limits<double>::infinity();
};

}  // namespace kcast::sim
