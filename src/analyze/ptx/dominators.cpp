#include "analyze/ptx/dominators.h"

#include <algorithm>

namespace kcast::ptx {
namespace {

// Lengauer and Tarjan's method with path compression. Nodes are numbers in the
// order of the walk.
class DominatorFinder {
 public:
  DominatorFinder(const WalkOrder& walk, const Graph& predecessors)
      : walk_(walk),
        predecessors_(predecessors),
        count_(int32_t(walk.nodes.size())),
        semi_(count_),
        label_(count_),
        ancestor_(count_, -1),
        dominator_(count_, 0),
        bucket_(count_, -1),
        next_in_bucket_(count_, -1) {
    for (int32_t i = 0; i < count_; ++i)
      semi_[i] = label_[i] = i;
  }

  std::vector<int32_t> run() {
    for (int32_t w = count_ - 1; w > 0; --w) {
      const int32_t node = walk_.nodes[w];
      for (const int32_t source : predecessors_.of(node)) {
        if (walk_.enter[source] >= 0)
          semi_[w] = std::min(semi_[w], semi_[best(walk_.enter[source])]);
      }
      next_in_bucket_[w] = bucket_[semi_[w]];
      bucket_[semi_[w]] = w;
      const int32_t parent = walk_.enter[walk_.parent[node]];
      ancestor_[w] = parent;
      empty_bucket(parent);
    }
    for (int32_t w = 1; w < count_; ++w)
      if (dominator_[w] != semi_[w]) dominator_[w] = dominator_[dominator_[w]];
    return dominator_;
  }

 private:
  void empty_bucket(int32_t parent) {
    for (int32_t v = bucket_[parent]; v >= 0; v = next_in_bucket_[v]) {
      const int32_t u = best(v);
      dominator_[v] = semi_[u] < semi_[v] ? u : parent;
    }
    bucket_[parent] = -1;
  }

  // The node with the least semi-dominator on the way up the linked forest.
  int32_t best(int32_t v) {
    if (ancestor_[v] < 0) return label_[v];
    path_.clear();
    for (int32_t u = v; ancestor_[ancestor_[u]] >= 0; u = ancestor_[u])
      path_.push_back(u);
    for (; !path_.empty(); path_.pop_back()) {
      const int32_t u = path_.back();
      const int32_t above = ancestor_[u];
      if (semi_[label_[above]] < semi_[label_[u]]) label_[u] = label_[above];
      ancestor_[u] = ancestor_[above];
    }
    return label_[v];
  }

  const WalkOrder& walk_;
  const Graph& predecessors_;
  int32_t count_;
  std::vector<int32_t> semi_, label_, ancestor_, dominator_, bucket_, next_in_bucket_, path_;
};

}  // namespace

Graph::Graph(int32_t nodes, std::span<const std::pair<int32_t, int32_t>> edges)
    : starts_(size_t(nodes) + 1, 0), targets_(edges.size()) {
  for (const auto& [from, to] : edges)
    ++starts_[from + 1];
  for (int32_t i = 0; i < nodes; ++i)
    starts_[i + 1] += starts_[i];
  std::vector<int32_t> next(starts_.begin(), starts_.end() - 1);
  for (const auto& [from, to] : edges)
    targets_[next[from]++] = to;
}

WalkOrder depth_first(const Graph& graph, int32_t root) {
  WalkOrder walk;
  const auto count = size_t(graph.size());
  walk.enter.assign(count, -1);
  walk.leave.assign(count, -1);
  walk.parent.assign(count, -1);
  if (count == 0) return walk;
  std::vector<std::pair<int32_t, size_t>> stack;
  int32_t left = 0;
  const auto enter = [&](int32_t node, int32_t parent) {
    walk.enter[node] = int32_t(walk.nodes.size());
    walk.parent[node] = parent;
    walk.nodes.push_back(node);
    stack.emplace_back(node, 0);
  };
  enter(root, -1);
  while (!stack.empty()) {
    auto& [node, edge] = stack.back();
    const std::span<const int32_t> targets = graph.of(node);
    if (edge == targets.size()) {
      walk.leave[node] = left++;
      stack.pop_back();
      continue;
    }
    const int32_t target = targets[edge++];
    if (walk.enter[target] < 0) enter(target, node);
  }
  return walk;
}

std::vector<int32_t> immediate_dominators(const Graph& successors, const Graph& predecessors,
                                          int32_t root) {
  const WalkOrder walk = depth_first(successors, root);
  const std::vector<int32_t> numbers = DominatorFinder(walk, predecessors).run();
  std::vector<int32_t> dominators(size_t(successors.size()), -1);
  for (size_t w = 1; w < walk.nodes.size(); ++w)
    dominators[walk.nodes[w]] = walk.nodes[numbers[w]];
  return dominators;
}

}  // namespace kcast::ptx
