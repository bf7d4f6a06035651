#include "analyze/exec/sample.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "schema/fill.h"

namespace kcast::exec {
namespace {

// Middle of a part: where its sample is taken.
int64_t middle_of(const std::vector<int64_t>& starts, size_t part, int64_t size) {
  const int64_t end = part + 1 < starts.size() ? starts[part + 1] : size;
  return starts[part] + (end - starts[part]) / 2;
}

size_t part_at(const std::vector<int64_t>& starts, int64_t index) {
  const auto after = std::upper_bound(starts.begin(), starts.end(), index);
  return static_cast<size_t>(after - starts.begin()) - 1;
}

std::array<size_t, 3> parts_of(const Parts& parts, int32_t stratum) {
  std::array<size_t, 3> out = {};
  auto rest = static_cast<size_t>(stratum);
  for (size_t d = 0; d < 3; ++d) {
    out[d] = rest % parts.starts[d].size();
    rest /= parts.starts[d].size();
  }
  return out;
}

class Chooser {
 public:
  Chooser(const BlockIndex& grid, const Parts& parts, int64_t limit)
      : grid_(grid), parts_(parts), limit_(limit) {}

  void add(const BlockIndex& block) {
    if (static_cast<int64_t>(choices_.size()) >= limit_) return;
    for (int d = 0; d < 3; ++d)
      if (block[d] < 0 || block[d] >= grid_[d]) return;
    for (const BlockChoice& choice : choices_)
      if (choice.block == block) return;
    choices_.push_back({block, parts_.stratum_of(block)});
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
    std::vector<int32_t> order;
    for (int32_t stratum = 0; stratum < parts_.strata(); ++stratum)
      if (parts_.size_of(stratum, grid_) > 0) order.push_back(stratum);
    std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
      return parts_.size_of(a, grid_) > parts_.size_of(b, grid_);
    });
    for (const int32_t stratum : order) {
      const std::array<size_t, 3> at = parts_of(parts_, stratum);
      BlockIndex block;
      for (size_t d = 0; d < 3; ++d)
        block[d] = middle_of(parts_.starts[d], at[d], grid_[d]);
      add(block);
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
  const Parts& parts_;
  int64_t limit_;
  std::vector<BlockChoice> choices_;
};

}  // namespace

Parts Parts::of(const BlockIndex& grid) {
  Parts out;
  for (int d = 0; d < 3; ++d) {
    out.starts[d] = {0};
    out.cut(d, grid[d] > 1 ? 1 : 0);
    out.cut(d, grid[d] - 1);
  }
  return out;
}

void Parts::cut(int dimension, int64_t start) {
  std::vector<int64_t>& list = starts[dimension];
  const auto at = std::lower_bound(list.begin(), list.end(), start);
  if (at == list.end() || *at != start) list.insert(at, start);
}

int32_t Parts::stratum_of(const BlockIndex& block) const {
  size_t stratum = 0;
  for (size_t d = 3; d-- > 0;)
    stratum = stratum * starts[d].size() + part_at(starts[d], block[d]);
  return static_cast<int32_t>(stratum);
}

int32_t Parts::strata() const {
  return static_cast<int32_t>(starts[0].size() * starts[1].size() * starts[2].size());
}

double Parts::size_of(int32_t stratum, const BlockIndex& grid) const {
  const std::array<size_t, 3> at = parts_of(*this, stratum);
  double size = 1;
  for (size_t d = 0; d < 3; ++d) {
    const int64_t end = at[d] + 1 < starts[d].size() ? starts[d][at[d] + 1] : grid[d];
    size *= static_cast<double>(end - starts[d][at[d]]);
  }
  return size;
}

std::vector<BlockChoice> choose_blocks(const BlockIndex& grid, const Parts& parts, int64_t limit) {
  const double total =
      static_cast<double>(grid[0]) * static_cast<double>(grid[1]) * static_cast<double>(grid[2]);
  Chooser chooser(grid, parts, limit);
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
  // The last whole block of a row often does less than one in the middle.
  for (size_t d = 0; d < 3; ++d) {
    BlockIndex late = centre;
    late[d] = std::max<int64_t>(centre[d], grid[d] - 2);
    chooser.add(late);
  }
  chooser.add_at(0.23, 0.81, 0.37);
  chooser.add_at(0.79, 0.28, 0.66);
  chooser.add_strata();
  chooser.add_interior();
  return chooser.take();
}

BlockIndex spread_block(const BlockIndex& grid, int k) {
  // Multiples of the golden ratio's generalisations to one, two and three dimensions.
  constexpr double kRatios[] = {1.6180339887498949, 1.3247179572447460, 1.2207440846057595};
  int dimensions = 0;
  for (const int64_t size : grid)
    dimensions += size > 1 ? 1 : 0;
  const double ratio = kRatios[std::max(0, dimensions - 1)];
  BlockIndex block = {0, 0, 0};
  double step = 1;
  for (size_t d = 0; d < 3; ++d) {
    if (grid[d] <= 1) continue;
    step /= ratio;
    const double place = 0.5 + (k + 1) * step;
    block[d] = std::min(grid[d] - 1, static_cast<int64_t>((place - std::floor(place)) *
                                                          static_cast<double>(grid[d])));
  }
  return block;
}

size_t essential_choices(const std::vector<BlockChoice>& choices, const BlockIndex& grid) {
  const double total =
      static_cast<double>(grid[0]) * static_cast<double>(grid[1]) * static_cast<double>(grid[2]);
  if (total <= static_cast<double>(choices.size())) return choices.size();
  // Everything up to the first block of the last new stratum.
  std::vector<bool> has_block;  // per stratum
  size_t last = std::min<size_t>(choices.size(), 8);
  for (size_t i = 0; i < choices.size(); ++i) {
    has_block.resize(std::max<size_t>(has_block.size(), choices[i].stratum + 1));
    if (has_block[choices[i].stratum]) continue;
    has_block[choices[i].stratum] = true;
    last = std::max(last, i + 1);
  }
  return last;
}

std::vector<double> block_weights(const BlockIndex& grid, const Parts& parts,
                                  const std::vector<BlockChoice>& choices, size_t count) {
  const auto strata = static_cast<size_t>(parts.strata());
  std::vector<double> samples(strata, 0);
  for (size_t i = 0; i < count; ++i)
    samples[choices[i].stratum] += 1;
  // Strata without a sample are stood for by the one that differs in the fewest dimensions.
  std::vector<double> sizes(strata, 0);
  for (size_t stratum = 0; stratum < strata; ++stratum) {
    size_t best = stratum;
    int best_distance = samples[stratum] > 0 ? 0 : std::numeric_limits<int>::max();
    const std::array<size_t, 3> own = parts_of(parts, static_cast<int32_t>(stratum));
    for (size_t other = 0; other < strata && samples[stratum] == 0; ++other) {
      if (samples[other] == 0) continue;
      const std::array<size_t, 3> its = parts_of(parts, static_cast<int32_t>(other));
      const int distance =
          (own[0] != its[0] ? 1 : 0) + (own[1] != its[1] ? 1 : 0) + (own[2] != its[2] ? 1 : 0);
      if (distance < best_distance) {
        best_distance = distance;
        best = other;
      }
    }
    sizes[best] += parts.size_of(static_cast<int32_t>(stratum), grid);
  }
  std::vector<double> weights;
  for (size_t i = 0; i < count; ++i)
    weights.push_back(sizes[choices[i].stratum] / samples[choices[i].stratum]);
  return weights;
}

}  // namespace kcast::exec
