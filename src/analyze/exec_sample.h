// Which blocks of a grid are interpreted, and how many blocks each stands for.
//
// Along each dimension the first and the last block are strata of their own, because
// that is where kernels treat borders; the rest is the interior.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kcast {

using BlockIndex = std::array<int64_t, 3>;

struct BlockChoice {
  BlockIndex block = {0, 0, 0};
  int32_t stratum = 0;
};

// In order of importance: an interior block, its neighbours (for fits of addresses),
// the last corner, blocks far away, one block of every stratum, then further interior
// blocks. All blocks of a small grid; `limit` at most otherwise.
std::vector<BlockChoice> choose_blocks(const BlockIndex& grid, int64_t limit);

// How many of the leading choices are not there for statistics only.
size_t essential_choices(const std::vector<BlockChoice>& choices, const BlockIndex& grid);

// Blocks of the grid that each of the first `count` choices stands for; sums to the grid.
std::vector<double> block_weights(const BlockIndex& grid, const std::vector<BlockChoice>& choices,
                                  size_t count);

}  // namespace kcast
