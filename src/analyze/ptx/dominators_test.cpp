#include "analyze/ptx/dominators.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analyze/ptx/parse/parse.h"
#include "analyze/ptx/ptx.h"
#include "base/rng.h"

namespace kcast::ptx {
namespace {

using Edge = std::pair<int32_t, int32_t>;
using NodeSet = std::vector<bool>;

std::vector<Edge> random_edges(Rng& rng, int32_t nodes) {
  std::vector<Edge> edges;
  for (int32_t i = 0; i < nodes; ++i) {
    const uint64_t degree = rng.below(4);
    for (uint64_t k = 0; k < degree; ++k)
      edges.emplace_back(i, int32_t(rng.below(uint64_t(nodes))));
    if (i + 1 < nodes && rng.chance(0.6)) edges.emplace_back(i, i + 1);
  }
  return edges;
}

std::vector<Edge> reversed(const std::vector<Edge>& edges) {
  std::vector<Edge> out;
  for (const auto& [from, to] : edges)
    out.emplace_back(to, from);
  return out;
}

NodeSet reached(int32_t nodes, const std::vector<Edge>& edges, int32_t root, int32_t without) {
  NodeSet out(size_t(nodes), false);
  if (root == without) return out;
  out[root] = true;
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& [from, to] : edges) {
      if (!out[from] || out[to] || to == without) continue;
      out[to] = true;
      grown = true;
    }
  }
  return out;
}

// By definition: a dominates b when b is out of reach without a. The immediate
// dominator is the strict dominator that all others dominate.
std::vector<int32_t> naive(int32_t nodes, const std::vector<Edge>& edges, int32_t root) {
  const NodeSet all = reached(nodes, edges, root, -1);
  std::vector<NodeSet> dominates;
  for (int32_t a = 0; a < nodes; ++a) {
    const NodeSet left = reached(nodes, edges, root, a);
    NodeSet set(size_t(nodes), false);
    for (int32_t b = 0; b < nodes; ++b)
      set[b] = all[a] && all[b] && !left[b];
    dominates.push_back(set);
  }
  std::vector<int32_t> out(size_t(nodes), -1);
  for (int32_t b = 0; b < nodes; ++b) {
    for (int32_t a = 0; a < nodes; ++a) {
      if (a == b || !dominates[a][b]) continue;
      if (out[b] < 0 || dominates[out[b]][a]) out[b] = a;
    }
  }
  return out;
}

TEST(PtxDominators, agree_with_the_definition_on_random_graphs) {
  Rng rng(20240607);
  for (int round = 0; round < 500; ++round) {
    const int32_t nodes = 1 + int32_t(rng.below(24));
    const std::vector<Edge> edges = random_edges(rng, nodes);
    const Graph forward(nodes, edges);
    const Graph backward(nodes, reversed(edges));
    ASSERT_EQ(immediate_dominators(forward, backward, 0), naive(nodes, edges, 0)) << round;
  }
}

// A chain whose every node also jumps to the end takes quadratic time in methods
// that walk up the tree edge by edge.
TEST(PtxDominators, take_near_linear_time_on_ladders) {
  constexpr int32_t kNodes = 400000;
  std::vector<Edge> edges;
  for (int32_t i = 0; i + 1 < kNodes; ++i) {
    edges.emplace_back(i, i + 1);
    edges.emplace_back(i, kNodes - 1);
  }
  const std::vector<int32_t> result =
      immediate_dominators(Graph(kNodes, edges), Graph(kNodes, reversed(edges)), 0);
  EXPECT_EQ(result[kNodes - 2], kNodes - 3);
  EXPECT_EQ(result[kNodes - 1], 0);
}

std::string random_body(Rng& rng, int32_t blocks) {
  std::string body;
  const auto label = [&] { return "L" + std::to_string(rng.below(uint64_t(blocks))); };
  for (int32_t b = 0; b < blocks; ++b) {
    body += "L" + std::to_string(b) + ": add.s32 %r1, %r1, 1;\n";
    switch (rng.below(6)) {
      case 0:
        body += "bra " + label() + ";\n";
        break;
      case 1:
        body += "ret;\n";
        break;
      case 2:
        body += "@%p1 ret;\n";
        break;
      case 3:
      case 4:
        body += "@%p1 bra " + label() + ";\n";
        break;
      default:
        break;
    }
  }
  return body;
}

// The flow of parsed text against the definition, exit included.
TEST(PtxDominators, of_parsed_functions_agree_with_the_definition) {
  Rng rng(99);
  for (int round = 0; round < 500; ++round) {
    const std::string text =
        ".version 8.5\n.target sm_90\n.visible .entry k()\n{ .reg .pred %p<2>;"
        " .reg .b32 %r<2>;\n" +
        random_body(rng, 1 + int32_t(rng.below(14))) + "}\n";
    const Result<Module> module = parse_ptx(text);
    ASSERT_TRUE(module) << module.error().message;
    const Function& function = module->functions[0];
    const auto count = int32_t(function.blocks.size());
    std::vector<Edge> edges, with_exit;
    for (int32_t b = 0; b < count; ++b) {
      const Block& block = function.blocks[b];
      for (const int32_t to : block.successors)
        edges.emplace_back(b, to);
      const Instruction& last = function.instructions[block.last - 1];
      const bool falls_off =
          b + 1 == count && last.op != Op::Ret && (last.op != Op::Bra || last.predicate >= 0);
      if (last.op == Op::Ret || falls_off) with_exit.emplace_back(b, count);
    }
    with_exit.insert(with_exit.end(), edges.begin(), edges.end());
    const std::vector<int32_t> before = naive(count, edges, 0);
    const std::vector<int32_t> after = naive(count + 1, reversed(with_exit), count);
    for (int32_t b = 0; b < count; ++b) {
      ASSERT_EQ(function.blocks[b].immediate_dominator, before[b]) << text << b;
      ASSERT_EQ(function.blocks[b].immediate_post_dominator, after[b] == count ? -1 : after[b])
          << text << b;
    }
  }
}

}  // namespace
}  // namespace kcast::ptx
