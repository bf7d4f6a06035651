// Boosted trees as a sum of small integers: exact, quick, and the same on every machine.
//
// A tree asks of each feature only which of its thresholds it passes, so a row is first turned into
// such places (Cuts::places), one byte a feature; nodes then compare bytes. Leaves are multiples of
// one power of two, so that their sum has no rounding and no order. The library that fits the trees
// is told the same leaves (lightgbm_text.h), and answers the same to the last bit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "trees/bytes.h"

namespace kcast::trees {

// The thresholds of each feature, ascending.
struct Cuts {
  std::vector<std::vector<float>> of_feature;  // 255 at most

  // How many thresholds of each feature lie below the row's value.
  std::vector<uint8_t> places(std::span<const float> row) const;

  bool operator==(const Cuts&) const = default;
};

struct ForestNode {
  static constexpr uint8_t kLeaf = 255;
  uint8_t feature = kLeaf;
  uint8_t cut = 0;   // left where the value is not above this threshold; the left child is next
  int16_t next = 0;  // the right child, from here; of a leaf its value, in units of the forest

  bool operator==(const ForestNode&) const = default;
};

struct Forest {
  int32_t exponent = 0;         // leaves are multiples of 2^exponent
  std::vector<uint32_t> roots;  // of the trees, in `nodes`
  std::vector<ForestNode> nodes;

  double sum(std::span<const uint8_t> places) const;

  bool operator==(const Forest&) const = default;
};

void write_cuts(const Cuts& cuts, ByteWriter& out);
Cuts read_cuts(ByteReader& in);
void write_forest(const Forest& forest, ByteWriter& out);
// An error where a node leads nowhere or asks for what there is not.
Result<Forest> read_forest(ByteReader& in, const Cuts& cuts);

}  // namespace kcast::trees
