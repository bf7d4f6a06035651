// Which blocks of a grid are interpreted, and how many blocks each stands for.
//
// Every dimension is cut into parts, and every combination of parts is a stratum.
// At first the first and the last block of a dimension are parts of their own, because
// that is where kernels treat borders; further cuts are made where blocks that were
// interpreted turn out to differ.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kcast::exec {

using BlockIndex = std::array<int64_t, 3>;

// Where the parts of each dimension begin, ascending; the first begins at 0.
struct Parts {
  std::array<std::vector<int64_t>, 3> starts;

  static Parts of(const BlockIndex& grid);
  void cut(int dimension, int64_t start);
  int32_t stratum_of(const BlockIndex& block) const;
  int32_t strata() const;
  double size_of(int32_t stratum, const BlockIndex& grid) const;
};

struct BlockChoice {
  BlockIndex block = {0, 0, 0};
  int32_t stratum = 0;
};

// In order of importance: an interior block, its neighbours (for fits of addresses),
// the last corner, blocks far away, one block of every stratum, then further interior
// blocks. All blocks of a small grid; `limit` at most otherwise.
std::vector<BlockChoice> choose_blocks(const BlockIndex& grid, const Parts& parts, int64_t limit);

// The k-th of a sequence of blocks that covers the grid evenly.
BlockIndex spread_block(const BlockIndex& grid, int k);

// How many of the leading choices are not there for statistics only.
size_t essential_choices(const std::vector<BlockChoice>& choices, const BlockIndex& grid);

// Blocks of the grid that each of the first `count` choices stands for; sums to the grid.
std::vector<double> block_weights(const BlockIndex& grid, const Parts& parts,
                                  const std::vector<BlockChoice>& choices, size_t count);

}  // namespace kcast::exec
