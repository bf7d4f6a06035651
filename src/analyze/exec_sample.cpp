#include "analyze/exec_sample.h"

#include <algorithm>
#include <limits>

#include "schema/fill.h"

namespace kcast {
namespace {

constexpr int kStrata = 27;

int part_of(int64_t index, int64_t size) {
  if (index == 0) return 0;
  return index == size - 1 ? 2 : 1;
}

int stratum_of(const BlockIndex& block, const BlockIndex& grid) {
  return part_of(block[0], grid[0]) + 3 * part_of(block[1], grid[1]) +
         9 * part_of(block[2], grid[2]);
}

// Blocks in one part of a dimension.
int64_t part_size(int part, int64_t size) {
  if (part == 0) return 1;
  if (part == 2) return size > 1 ? 1 : 0;
  return std::max<int64_t>(0, size - 2);
}

double stratum_size(int stratum, const BlockIndex& grid) {
  return static_cast<double>(part_size(stratum % 3, grid[0])) *
         static_cast<double>(part_size(stratum / 3 % 3, grid[1])) *
         static_cast<double>(part_size(stratum / 9, grid[2]));
}

int64_t coordinate(int part, int64_t size) {
  if (part == 0) return 0;
  return part == 2 ? size - 1 : size / 2;
}

class Chooser {
 public:
  Chooser(const BlockIndex& grid, int64_t limit) : grid_(grid), limit_(limit) {}

  void add(const BlockIndex& block) {
    if (static_cast<int64_t>(choices_.size()) >= limit_) return;
    for (int d = 0; d < 3; ++d)
      if (block[d] < 0 || block[d] >= grid_[d]) return;
    for (const BlockChoice& choice : choices_)
      if (choice.block == block) return;
    choices_.push_back({block, stratum_of(block, grid_)});
  }

  void add_neighbours(const BlockIndex& block) {
    add(block);
    for (int d = 0; d < 3; ++d) {
      BlockIndex next = block;
      ++next[d];
      add(next);
    }
  }

  void add_strata() {
    std::vector<int> order;
    for (int stratum = 0; stratum < kStrata; ++stratum)
      if (stratum_size(stratum, grid_) > 0) order.push_back(stratum);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return stratum_size(a, grid_) > stratum_size(b, grid_); });
    for (const int stratum : order) {
      add({coordinate(stratum % 3, grid_[0]), coordinate(stratum / 3 % 3, grid_[1]),
           coordinate(stratum / 9, grid_[2])});
    }
  }

  void add_at(double share_x, double share_y, double share_z) {
    const auto at = [](double share, int64_t size) {
      return std::min(size - 1, static_cast<int64_t>(share * static_cast<double>(size)));
    };
    add({at(share_x, grid_[0]), at(share_y, grid_[1]), at(share_z, grid_[2])});
  }

  // Interior blocks spread by a fixed sequence.
  void add_interior() {
    for (int k = 0; k < 16 * static_cast<int>(limit_); ++k) {
      if (static_cast<int64_t>(choices_.size()) >= limit_) return;
      BlockIndex block;
      for (int d = 0; d < 3; ++d)
        block[d] = fill_below(fill_bits(0x5EED + d, k), grid_[d]);
      add(block);
    }
  }

  std::vector<BlockChoice> take() { return std::move(choices_); }

 private:
  BlockIndex grid_;
  int64_t limit_;
  std::vector<BlockChoice> choices_;
};

}  // namespace

std::vector<BlockChoice> choose_blocks(const BlockIndex& grid, int64_t limit) {
  const double total =
      static_cast<double>(grid[0]) * static_cast<double>(grid[1]) * static_cast<double>(grid[2]);
  Chooser chooser(grid, limit);
  const BlockIndex centre = {(grid[0] - 1) / 2, (grid[1] - 1) / 2, (grid[2] - 1) / 2};
  chooser.add_neighbours(centre);
  chooser.add({grid[0] - 1, grid[1] - 1, grid[2] - 1});
  if (total <= static_cast<double>(limit)) {
    for (int64_t z = 0; z < grid[2]; ++z) {
      for (int64_t y = 0; y < grid[1]; ++y) {
        for (int64_t x = 0; x < grid[0]; ++x)
          chooser.add({x, y, z});
      }
    }
    return chooser.take();
  }
  chooser.add({0, 0, 0});
  chooser.add_at(0.23, 0.81, 0.37);
  chooser.add_at(0.79, 0.28, 0.66);
  chooser.add_strata();
  chooser.add_interior();
  return chooser.take();
}

size_t essential_choices(const std::vector<BlockChoice>& choices, const BlockIndex& grid) {
  const double total =
      static_cast<double>(grid[0]) * static_cast<double>(grid[1]) * static_cast<double>(grid[2]);
  if (total <= static_cast<double>(choices.size())) return choices.size();
  // Everything up to the first block of the last new stratum.
  std::array<bool, kStrata> seen = {};
  size_t last = std::min<size_t>(choices.size(), 8);
  for (size_t i = 0; i < choices.size(); ++i) {
    if (seen[choices[i].stratum]) continue;
    seen[choices[i].stratum] = true;
    last = std::max(last, i + 1);
  }
  return last;
}

std::vector<double> block_weights(const BlockIndex& grid, const std::vector<BlockChoice>& choices,
                                  size_t count) {
  std::array<double, kStrata> samples = {};
  for (size_t i = 0; i < count; ++i)
    samples[choices[i].stratum] += 1;
  // Strata without a sample are stood for by the one that differs in the fewest dimensions.
  std::array<double, kStrata> sizes = {};
  for (int stratum = 0; stratum < kStrata; ++stratum) {
    const double size = stratum_size(stratum, grid);
    if (size <= 0) continue;
    int best = stratum;
    int best_distance = samples[stratum] > 0 ? 0 : std::numeric_limits<int>::max();
    for (int other = 0; other < kStrata && samples[stratum] == 0; ++other) {
      if (samples[other] == 0) continue;
      const int distance = (stratum % 3 != other % 3 ? 1 : 0) +
                           (stratum / 3 % 3 != other / 3 % 3 ? 1 : 0) +
                           (stratum / 9 != other / 9 ? 1 : 0);
      if (distance < best_distance) {
        best_distance = distance;
        best = other;
      }
    }
    sizes[best] += size;
  }
  std::vector<double> weights;
  for (size_t i = 0; i < count; ++i)
    weights.push_back(sizes[choices[i].stratum] / samples[choices[i].stratum]);
  return weights;
}

}  // namespace kcast
