// Random choices by integers alone, so that they are the same on every machine.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

#include "base/rng.h"

namespace kcast::corpus {

inline bool percent(Rng& rng, int probability) {
  return rng.below(100) < static_cast<uint64_t>(probability);
}

// One element of a range that is not empty.
template <typename Range>
const auto& pick(Rng& rng, const Range& range) {
  return *(std::begin(range) + static_cast<std::ptrdiff_t>(rng.below(std::size(range))));
}

template <typename T>
T pick_of(Rng& rng, std::initializer_list<T> values) {
  return *(values.begin() + rng.below(values.size()));
}

// The place of one of the weights, by weight.
inline size_t weighted(Rng& rng, std::initializer_list<int> weights) {
  int sum = 0;
  for (const int weight : weights)
    sum += weight;
  auto left = static_cast<int>(rng.below(static_cast<uint64_t>(sum)));
  size_t place = 0;
  for (const int weight : weights) {
    if (left < weight) return place;
    left -= weight;
    ++place;
  }
  return 0;
}

template <typename T>
void shuffle(Rng& rng, std::vector<T>& values) {
  for (size_t i = values.size(); i > 1; --i)
    std::swap(values[i - 1], values[rng.below(i)]);
}

}  // namespace kcast::corpus
