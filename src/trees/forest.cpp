#include "trees/forest.h"

#include <algorithm>
#include <cmath>

namespace kcast::trees {
namespace {

// A tree is its nodes in preorder, so that the file need not say where children are: the kinds, the
// cuts and the leaves each lie together, which packs well.
struct NodeColumns {
  std::vector<uint8_t> features;
  std::vector<uint8_t> cuts;
  std::vector<int16_t> leaves;
};

// Sets where right children are. Returns the node behind the subtree of `at`; 0: it has no end.
size_t link(std::vector<ForestNode>& nodes, size_t at, int depth) {
  constexpr int kDeepest = 512;
  if (at >= nodes.size() || depth > kDeepest) return 0;
  if (nodes[at].feature == ForestNode::kLeaf) return at + 1;
  const size_t right = link(nodes, at + 1, depth + 1);
  if (right == 0 || right - at > INT16_MAX) return 0;
  nodes[at].next = static_cast<int16_t>(right - at);
  return link(nodes, right, depth + 1);
}

}  // namespace

std::vector<uint8_t> Cuts::places(std::span<const float> row) const {
  std::vector<uint8_t> out(of_feature.size(), 0);
  for (size_t i = 0; i < out.size() && i < row.size(); ++i) {
    const std::vector<float>& cuts = of_feature[i];
    out[i] =
        static_cast<uint8_t>(std::lower_bound(cuts.begin(), cuts.end(), row[i]) - cuts.begin());
  }
  return out;
}

double Forest::sum(std::span<const uint8_t> places) const {
  int64_t total = 0;
  for (const uint32_t root : roots) {
    const ForestNode* node = &nodes[root];
    while (node->feature != ForestNode::kLeaf)
      node += places[node->feature] <= node->cut ? 1 : node->next;
    total += node->next;
  }
  return std::ldexp(static_cast<double>(total), exponent);
}

void write_cuts(const Cuts& cuts, ByteWriter& out) {
  out.number(static_cast<uint32_t>(cuts.of_feature.size()));
  for (const std::vector<float>& feature : cuts.of_feature)
    out.numbers(feature);
}

Cuts read_cuts(ByteReader& in) {
  Cuts cuts;
  const auto count = in.number<uint32_t>();
  for (uint32_t i = 0; i < count && in.ok(); ++i)
    cuts.of_feature.push_back(in.numbers<float>());
  return cuts;
}

void write_forest(const Forest& forest, ByteWriter& out) {
  NodeColumns columns;
  for (const ForestNode& node : forest.nodes) {
    columns.features.push_back(node.feature);
    if (node.feature == ForestNode::kLeaf) {
      columns.leaves.push_back(node.next);
    } else {
      columns.cuts.push_back(node.cut);
    }
  }
  out.number(forest.exponent);
  out.number(static_cast<uint32_t>(forest.roots.size()));
  out.numbers(columns.features);
  out.numbers(columns.cuts);
  out.numbers(columns.leaves);
}

Result<Forest> read_forest(ByteReader& in, const Cuts& cuts) {
  const Error damaged{ErrorCode::InvalidInput, "a tree is damaged"};
  Forest forest;
  forest.exponent = in.number<int32_t>();
  const auto trees = in.number<uint32_t>();
  NodeColumns columns;
  columns.features = in.numbers<uint8_t>();
  columns.cuts = in.numbers<uint8_t>();
  columns.leaves = in.numbers<int16_t>();
  if (!in.ok() || columns.cuts.size() + columns.leaves.size() != columns.features.size())
    return damaged;
  size_t cut = 0;
  size_t leaf = 0;
  forest.nodes.reserve(columns.features.size());
  for (const uint8_t feature : columns.features) {
    const bool is_leaf = feature == ForestNode::kLeaf;
    if (is_leaf ? leaf >= columns.leaves.size() : cut >= columns.cuts.size()) return damaged;
    if (!is_leaf && feature >= cuts.of_feature.size()) return damaged;
    forest.nodes.push_back(is_leaf ? ForestNode{feature, 0, columns.leaves[leaf++]}
                                   : ForestNode{feature, columns.cuts[cut++], 0});
  }
  size_t at = 0;
  for (uint32_t i = 0; i < trees; ++i) {
    forest.roots.push_back(static_cast<uint32_t>(at));
    at = link(forest.nodes, at, 0);
    if (at == 0) return damaged;
  }
  if (at != forest.nodes.size()) return damaged;
  return forest;
}

}  // namespace kcast::trees
