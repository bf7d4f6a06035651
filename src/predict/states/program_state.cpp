#include "predict/states/program_state.h"

#include <algorithm>

namespace kcast::predict {

std::vector<size_t> order_of_launches(const std::vector<ChosenLaunch>& launches) {
  std::vector<size_t> made;
  for (size_t i = 0; i < launches.size(); ++i) {
    if (launches[i].host_order && launches[i].in_program) made.push_back(i);
  }
  std::stable_sort(made.begin(), made.end(), [&](size_t a, size_t b) {
    return *launches[a].host_order < *launches[b].host_order;
  });
  std::vector<size_t> out;
  for (size_t i = 0; i < made.size();) {
    size_t end = i;
    const int64_t count = launches[made[i]].count;
    while (end < made.size() && launches[made[end]].count == count)
      ++end;
    for (int round = 0; round < (count > 1 ? 2 : 1); ++round) {
      out.insert(out.end(), made.begin() + static_cast<ptrdiff_t>(i),
                 made.begin() + static_cast<ptrdiff_t>(end));
    }
    i = end;
  }
  return out;
}

L2Contents ProgramState::begin(const ChosenLaunch& launch) {
  L2Contents out;
  others_.clear();
  const auto find = [](const std::vector<int64_t>& list, int64_t what) {
    return std::find(list.begin(), list.end(), what) - list.begin();
  };
  for (const Piece& piece : pieces_) {
    const auto own = static_cast<size_t>(find(launch.allocations, piece.allocation));
    L2Piece found = piece.piece;
    if (own < launch.allocations.size() && piece.allocation >= 0) {
      found.buffer = static_cast<int64_t>(own);
    } else {
      const auto other = find(others_, piece.allocation);
      if (static_cast<size_t>(other) == others_.size()) others_.push_back(piece.allocation);
      found.buffer = kFirstOther + other;
    }
    out.pieces.push_back(found);
  }
  for (const auto& [kernel, bytes] : kernels_)
    out.code = out.code || (kernel == launch.launch.kernel && bytes < capacity_);
  return out;
}

void ProgramState::end(const ChosenLaunch& launch, const L2Contents& left, double touched_bytes) {
  pieces_.clear();
  const int64_t unnamed = unnamed_;
  for (const L2Piece& piece : left.pieces) {
    const auto at = static_cast<size_t>(piece.buffer);
    int64_t allocation = -1;
    if (piece.buffer >= kFirstOther) {
      allocation = others_[static_cast<size_t>(piece.buffer - kFirstOther)];
    } else if (at < launch.allocations.size()) {
      allocation = launch.allocations[at];
    }
    if (allocation == -1) {
      allocation = unnamed - 2 - piece.buffer;
      unnamed_ = std::min(unnamed_, allocation);
    }
    pieces_.push_back({allocation, piece});
  }
  for (auto& [kernel, bytes] : kernels_)
    bytes += touched_bytes;
  std::erase_if(kernels_, [&](const auto& known) { return known.first == launch.launch.kernel; });
  kernels_.emplace_back(launch.launch.kernel, 0);
}

}  // namespace kcast::predict
