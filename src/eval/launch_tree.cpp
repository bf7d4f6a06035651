#include "eval/launch_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kcast::eval {
namespace {

constexpr uint32_t kLeafPlaces = 16;

}  // namespace

LaunchPlace place_of(const LaunchNumbers& numbers) {
  const double values[] = {numbers.blocks,     numbers.threads,    numbers.bytes,
                           numbers.scalars[0], numbers.scalars[1], numbers.scalars[2]};
  LaunchPlace out{};
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<float>(std::log2(1 + std::max(values[i], 0.0)));
  return out;
}

float squared_distance(const LaunchPlace& a, const LaunchPlace& b) {
  float sum = 0;
  for (size_t i = 0; i < a.size(); ++i)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

LaunchTree::LaunchTree(std::vector<LaunchPlace> places)
    : places_(std::move(places)), order_(places_.size()) {
  std::iota(order_.begin(), order_.end(), 0U);
  build(0, static_cast<uint32_t>(order_.size()));
}

uint32_t LaunchTree::build(uint32_t begin, uint32_t end) {
  const auto number = static_cast<uint32_t>(nodes_.size());
  nodes_.push_back({begin, end});
  if (end - begin <= kLeafPlaces) return number;
  int widest = 0;
  float width = 0;
  for (int axis = 0; axis < static_cast<int>(LaunchPlace().size()); ++axis) {
    const auto coordinate = [&](uint32_t i) { return places_[i][static_cast<size_t>(axis)]; };
    const auto [low, high] =
        std::minmax_element(order_.begin() + begin, order_.begin() + end,
                            [&](uint32_t a, uint32_t b) { return coordinate(a) < coordinate(b); });
    if (coordinate(*high) - coordinate(*low) > width) {
      width = coordinate(*high) - coordinate(*low);
      widest = axis;
    }
  }
  if (width == 0) return number;  // all in one place
  const auto coordinate = [&](uint32_t i) { return places_[i][static_cast<size_t>(widest)]; };
  const uint32_t middle = begin + (end - begin) / 2;
  std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                   [&](uint32_t a, uint32_t b) {
                     return std::pair(coordinate(a), a) < std::pair(coordinate(b), b);
                   });
  nodes_[number].axis = widest;
  nodes_[number].border = coordinate(order_[middle]);
  build(begin, middle);
  nodes_[number].right = build(middle, end);
  return number;
}

void LaunchTree::search(uint32_t node, const LaunchPlace& place, size_t count, Found& found) const {
  const Node& at = nodes_[node];
  if (at.axis < 0) {
    for (uint32_t i = at.begin; i < at.end; ++i) {
      found.emplace_back(squared_distance(place, places_[order_[i]]), order_[i]);
      std::push_heap(found.begin(), found.end());
      if (found.size() <= count) continue;
      std::pop_heap(found.begin(), found.end());
      found.pop_back();
    }
    return;
  }
  const float beyond = place[static_cast<size_t>(at.axis)] - at.border;
  const uint32_t near = beyond < 0 ? node + 1 : at.right;
  search(near, place, count, found);
  // Equally near places on the other side may come earlier in the list.
  if (found.size() < count || beyond * beyond <= found.front().first) {
    search(near == at.right ? node + 1 : at.right, place, count, found);
  }
}

std::vector<uint32_t> LaunchTree::nearest(const LaunchPlace& place, size_t count) const {
  Found found;
  if (count > 0) search(0, place, count, found);
  std::sort_heap(found.begin(), found.end());
  std::vector<uint32_t> out;
  for (const auto& [distance, position] : found)
    out.push_back(position);
  return out;
}

}  // namespace kcast::eval
