// Graphs of blocks: dominators in near-linear time, whatever the graph looks like.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace kcast::ptx {

// Edges of node i are targets[starts[i] .. starts[i + 1]).
class Graph {
 public:
  // Edges keep their order within a node.
  Graph(int32_t nodes, std::span<const std::pair<int32_t, int32_t>> edges);
  int32_t size() const { return int32_t(starts_.size()) - 1; }
  std::span<const int32_t> of(int32_t node) const {
    return {targets_.data() + starts_[node], size_t(starts_[node + 1] - starts_[node])};
  }

 private:
  std::vector<int32_t> starts_;
  std::vector<int32_t> targets_;
};

// When a depth-first walk enters and leaves each node; -1 where it never comes.
struct WalkOrder {
  std::vector<int32_t> enter, leave;
  std::vector<int32_t> parent;
  std::vector<int32_t> nodes;  // as entered
  bool encloses(int32_t outer, int32_t inner) const {
    return enter[outer] >= 0 && enter[outer] <= enter[inner] && leave[inner] <= leave[outer];
  }
};
WalkOrder depth_first(const Graph& graph, int32_t root);

// Per node: its immediate dominator; -1 for the root and what it does not reach.
std::vector<int32_t> immediate_dominators(const Graph& successors, const Graph& predecessors,
                                          int32_t root);

}  // namespace kcast::ptx
