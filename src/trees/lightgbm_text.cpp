#include "trees/lightgbm_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace kcast::trees {
namespace {

constexpr size_t kMostCuts = 255;

Error not_understood(std::string_view what) {
  return {ErrorCode::InvalidInput, "the trees of LightGBM have " + std::string(what)};
}

template <typename T>
std::vector<T> numbers_in(std::string_view text) {
  std::vector<T> out;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    if (*at == ' ') {
      ++at;
      continue;
    }
    T value{};
    const auto [next, failed] = std::from_chars(at, end, value);
    if (failed != std::errc{}) break;
    out.push_back(value);
    at = next;
  }
  return out;
}

Status take_field(std::string_view name, std::string_view value, FittedTree& tree) {
  if (name == "split_feature") tree.feature = numbers_in<int32_t>(value);
  if (name == "threshold") tree.threshold = numbers_in<double>(value);
  if (name == "left_child") tree.left = numbers_in<int32_t>(value);
  if (name == "right_child") tree.right = numbers_in<int32_t>(value);
  if (name == "leaf_value") tree.leaf = numbers_in<double>(value);
  if (name == "num_cat" && value != "0") return not_understood("categories");
  if (name == "is_linear" && value != "0") return not_understood("linear leaves");
  if (name == "decision_type") {
    // Bit 0: a category; bits 2 and 3: how missing values are told.
    for (const int32_t type : numbers_in<int32_t>(value))
      if ((type & 0b1101) != 0) return not_understood("missing values");
  }
  return Unit{};
}

bool is_whole(const FittedTree& tree) {
  const size_t nodes = tree.feature.size();
  return tree.leaf.size() == nodes + 1 && tree.threshold.size() == nodes &&
         tree.left.size() == nodes && tree.right.size() == nodes;
}

float float_below(double threshold) {
  float value = static_cast<float>(threshold);
  if (static_cast<double>(value) > threshold)
    value = std::nextafter(value, -std::numeric_limits<float>::infinity());
  return value;
}

// Appends a subtree in preorder; its first node's place.
Status append(const FittedTree& tree, int32_t child, const Cuts& cuts, Forest& forest) {
  if (child < 0) {
    const auto leaf = static_cast<size_t>(-1 - child);
    if (leaf >= tree.leaf.size()) return not_understood("a leaf that is not there");
    forest.nodes.push_back({ForestNode::kLeaf, 0, leaf_units(tree.leaf[leaf], forest.exponent)});
    return Unit{};
  }
  const auto node = static_cast<size_t>(child);
  const auto feature = static_cast<size_t>(tree.feature[node]);
  if (feature >= cuts.of_feature.size()) return not_understood("more features than the row");
  const std::vector<float>& known = cuts.of_feature[feature];
  const float threshold = float_below(tree.threshold[node]);
  const auto found = std::lower_bound(known.begin(), known.end(), threshold);
  if (found == known.end() || *found != threshold) return not_understood("an unknown threshold");
  const size_t at = forest.nodes.size();
  forest.nodes.push_back(
      {static_cast<uint8_t>(feature), static_cast<uint8_t>(found - known.begin()), 0});
  KCAST_OK(append(tree, tree.left[node], cuts, forest));
  const size_t distance = forest.nodes.size() - at;
  if (distance > INT16_MAX) return not_understood("a tree of too many nodes");
  forest.nodes[at].next = static_cast<int16_t>(distance);
  return append(tree, tree.right[node], cuts, forest);
}

}  // namespace

Result<std::vector<FittedTree>> parse_lightgbm(std::string_view text) {
  std::vector<FittedTree> out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line == "end of trees") break;
    const size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view name = line.substr(0, equals);
    if (name == "Tree") {
      out.emplace_back();
    } else if (!out.empty()) {
      KCAST_OK(take_field(name, line.substr(equals + 1), out.back()));
    }
  }
  if (out.empty() || !std::all_of(out.begin(), out.end(), is_whole))
    return not_understood("a form that is not known");
  return out;
}

int32_t leaf_exponent(const std::vector<FittedTree>& trees) {
  double largest = 0;
  for (const FittedTree& tree : trees) {
    for (const double leaf : tree.leaf)
      largest = std::max(largest, std::abs(leaf));
  }
  int exponent = -24;
  while (std::nearbyint(std::ldexp(largest, -exponent)) > INT16_MAX)
    ++exponent;
  return exponent;
}

int16_t leaf_units(double leaf, int32_t exponent) {
  return static_cast<int16_t>(std::nearbyint(std::ldexp(leaf, -exponent)));
}

void add_cuts(const std::vector<FittedTree>& trees, Cuts& cuts) {
  for (const FittedTree& tree : trees) {
    for (size_t i = 0; i < tree.feature.size(); ++i) {
      const auto feature = static_cast<size_t>(tree.feature[i]);
      if (feature >= cuts.of_feature.size()) cuts.of_feature.resize(feature + 1);
      cuts.of_feature[feature].push_back(float_below(tree.threshold[i]));
    }
  }
  for (std::vector<float>& feature : cuts.of_feature) {
    std::sort(feature.begin(), feature.end());
    feature.erase(std::unique(feature.begin(), feature.end()), feature.end());
  }
}

Result<Forest> make_forest(const std::vector<FittedTree>& trees, const Cuts& cuts) {
  for (const std::vector<float>& feature : cuts.of_feature)
    if (feature.size() > kMostCuts) return not_understood("more than 255 thresholds of a feature");
  Forest forest;
  forest.exponent = leaf_exponent(trees);
  for (const FittedTree& tree : trees) {
    forest.roots.push_back(static_cast<uint32_t>(forest.nodes.size()));
    KCAST_OK(append(tree, tree.feature.empty() ? -1 : 0, cuts, forest));
  }
  return forest;
}

}  // namespace kcast::trees
