// How far a launch is from everything that was measured.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "trees/bytes.h"

namespace kcast::trees {

// Typical launches, in the features that say what kind of code they are. The distance of a launch
// is that to the nearest of them: the root of the mean square over the features, each in units of
// its own spread.
struct Likeness {
  std::vector<uint16_t> features;  // places among the tree features
  std::vector<float> middle;
  std::vector<float> spread;
  std::vector<float> typical;  // one behind the other, in units of the spread from the middle
  float far = 0;               // of measured launches that nothing was fitted to, 1 % are further

  double distance(std::span<const float> tree_features) const;

  bool operator==(const Likeness&) const = default;
};

// From rows of tree features, one behind the other. The same rows give the same answer. `far` is
// left open.
Likeness make_likeness(std::span<const float> rows, size_t count);

void write_likeness(const Likeness& likeness, ByteWriter& out);
Result<Likeness> read_likeness(ByteReader& in, size_t columns);

}  // namespace kcast::trees
