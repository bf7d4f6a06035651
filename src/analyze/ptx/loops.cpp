#include "analyze/ptx/loops.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "analyze/ptx/dominators.h"

namespace kcast::ptx {
namespace {

using Edge = std::pair<int32_t, int32_t>;

constexpr size_t kMostMembers = size_t{1} << 22;  // blocks of all loops together

class LoopFinder {
 public:
  explicit LoopFinder(Function& function)
      : function_(function), header_of_(function.blocks.size(), -1) {}

  Status run() {
    const Graph successors = graph(false);
    find_dominators(successors);
    const WalkOrder tree = dominator_tree(function_);
    find_back_edges(depth_first(successors, 0), tree);
    for (const int32_t header : tree.nodes) {
      if (!latches_[header].empty() && !add_loop(header))
        return Error{ErrorCode::InvalidInput, "loops nested too deeply"};
    }
    return Unit{};
  }

 private:
  Graph graph(bool backward) const {
    std::vector<Edge> edges;
    const auto count = int32_t(function_.blocks.size());
    for (int32_t b = 0; b < count; ++b) {
      for (const int32_t to : function_.blocks[b].successors)
        edges.push_back(backward ? Edge(to, b) : Edge(b, to));
    }
    return Graph(count, edges);
  }

  void find_dominators(const Graph& successors) {
    const std::vector<int32_t> dominators = immediate_dominators(successors, graph(true), 0);
    for (size_t b = 0; b < dominators.size(); ++b)
      function_.blocks[b].immediate_dominator = dominators[b];
  }

  // An edge up the walk closes a cycle; a natural loop when its target dominates it.
  void find_back_edges(const WalkOrder& walk, const WalkOrder& tree) {
    latches_.resize(function_.blocks.size());
    for (const int32_t b : walk.nodes) {
      for (const int32_t target : function_.blocks[b].successors) {
        if (!walk.encloses(target, b)) continue;
        if (tree.encloses(target, b)) {
          latches_[target].push_back(b);
        } else {
          function_.irreducible = true;
        }
      }
    }
  }

  // Headers come outer before inner, so that inner loops overwrite Block::loop.
  bool add_loop(int32_t header) {
    const auto number = int32_t(function_.loops.size());
    Loop loop;
    loop.header = header;
    loop.parent = function_.blocks[header].loop;
    loop.depth = loop.parent < 0 ? 1 : function_.loops[loop.parent].depth + 1;
    loop.latches = std::move(latches_[header]);
    std::sort(loop.latches.begin(), loop.latches.end());
    const auto add = [&](int32_t block) {
      if (header_of_[block] == header) return;
      header_of_[block] = header;
      loop.blocks.push_back(block);
    };
    add(header);
    for (const int32_t latch : loop.latches)
      add(latch);
    for (size_t i = 1; i < loop.blocks.size(); ++i) {
      for (const int32_t source : function_.blocks[loop.blocks[i]].predecessors)
        if (reachable(source)) add(source);
    }
    members_ += loop.blocks.size();
    if (members_ > kMostMembers) return false;
    std::sort(loop.blocks.begin(), loop.blocks.end());
    for (const int32_t block : loop.blocks)
      function_.blocks[block].loop = number;
    function_.loops.push_back(std::move(loop));
    return true;
  }

  bool reachable(int32_t block) const {
    return block == 0 || function_.blocks[block].immediate_dominator >= 0;
  }

  Function& function_;
  std::vector<std::vector<int32_t>> latches_;  // by header
  std::vector<int32_t> header_of_;             // by block: header whose loop took it
  size_t members_ = 0;
};

}  // namespace

WalkOrder dominator_tree(const Function& function) {
  std::vector<std::pair<int32_t, int32_t>> edges;
  const auto count = int32_t(function.blocks.size());
  if (count == 0) return {};
  for (int32_t b = 0; b < count; ++b) {
    if (function.blocks[b].immediate_dominator >= 0)
      edges.emplace_back(function.blocks[b].immediate_dominator, b);
  }
  return depth_first(Graph(count, edges), 0);
}

Status find_loops(Function& function) {
  return LoopFinder(function).run();
}

}  // namespace kcast::ptx
