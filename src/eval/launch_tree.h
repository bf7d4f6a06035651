// The launches that are nearest to a launch, by what is known of it without its source.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "eval/rows.h"

namespace kcast::eval {

// Logarithms to base 2 of blocks, threads of a block, bytes and the three largest integers: a
// distance of 1 is a factor of two in one of them.
using LaunchPlace = std::array<float, 6>;
LaunchPlace place_of(const LaunchNumbers& numbers);

float squared_distance(const LaunchPlace& a, const LaunchPlace& b);

// A k-d tree. Among equally near places the one that comes first in the list is nearer.
class LaunchTree {
 public:
  explicit LaunchTree(std::vector<LaunchPlace> places);

  // Positions in the list, nearest first; all of them if there are fewer than `count`.
  std::vector<uint32_t> nearest(const LaunchPlace& place, size_t count) const;

 private:
  struct Node {
    uint32_t begin = 0, end = 0;  // in order_
    int axis = -1;                // -1: a leaf
    float border = 0;             // the left child's places are not above it
    uint32_t right = 0;           // the left child is the next node
  };
  // The nearest so far, farthest on top.
  using Found = std::vector<std::pair<float, uint32_t>>;

  uint32_t build(uint32_t begin, uint32_t end);
  void search(uint32_t node, const LaunchPlace& place, size_t count, Found& found) const;

  std::vector<LaunchPlace> places_;
  std::vector<uint32_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace kcast::eval
