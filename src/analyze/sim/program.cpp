#include "analyze/sim/program.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analyze/ptx/predicated.h"
#include "analyze/sim/piece_builder.h"

namespace kcast::sim {

namespace {

constexpr double kLeastRuns = 1e-12;

// The way of a warp: its loops, and the pieces in them, in the order in which they are run.
class RouteBuilder {
 public:
  RouteBuilder(const ProgramInput& input, Program& out)
      : function_(input.function),
        executions_(input.executions),
        builder_(input.function, input.steps),
        out_(out) {
    order_blocks();
  }

  Node whole() {
    Node node;
    node.body = body_of(-1, 1);
    return node;
  }

 private:
  double executions(int32_t block) const { return executions_[static_cast<size_t>(block)]; }

  // Each block behind what leads to it.
  void order_blocks() {
    if (function_.blocks.empty()) return;
    std::vector<bool> visited(function_.blocks.size(), false);
    std::vector<std::pair<int32_t, size_t>> path = {{0, 0}};
    visited[0] = true;
    while (!path.empty()) {
      auto& [block, next] = path.back();
      const auto& successors = function_.blocks[static_cast<size_t>(block)].successors;
      if (next == successors.size()) {
        order_.push_back(block);
        path.pop_back();
        continue;
      }
      const int32_t successor = successors[next++];
      if (successor < 0 || visited[static_cast<size_t>(successor)]) continue;
      visited[static_cast<size_t>(successor)] = true;
      path.emplace_back(successor, 0);
    }
    std::reverse(order_.begin(), order_.end());
  }

  // The loop directly in `around` that holds the block; -1: none does; -2: the block is elsewhere.
  int32_t loop_below(int32_t block, int32_t around) const {
    int32_t loop = function_.blocks[static_cast<size_t>(block)].loop;
    if (loop == around) return -1;
    while (loop >= 0) {
      const int32_t parent = function_.loops[static_cast<size_t>(loop)].parent;
      if (parent == around) return loop;
      loop = parent;
    }
    return -2;
  }

  // What is in a loop (-1: in none) that a warp runs so often.
  std::vector<Node> body_of(int32_t around, double runs) {
    std::vector<Node> nodes;
    std::vector<bool> done(function_.loops.size(), false);
    std::vector<std::pair<int32_t, double>> open;  // blocks of the piece that is being made
    double chance = 0;
    int32_t head = -1;
    const auto close = [&] {
      if (!open.empty()) nodes.push_back(piece_of(open, chance, 1));
      open.clear();
    };
    for (const int32_t block : order_) {
      const int32_t below = loop_below(block, around);
      if (below == -2 || executions(block) <= 0) continue;
      if (below >= 0) {
        if (done[static_cast<size_t>(below)]) continue;
        done[static_cast<size_t>(below)] = true;
        close();
        nodes.push_back(loop_of(below, runs));
        continue;
      }
      if (open.empty() || ptx::begins_anew(function_, block)) {
        close();
        head = block;
        chance = executions(block) / runs;
      }
      const double share = executions(block) / std::max(kLeastRuns, executions(head));
      open.emplace_back(block, std::min(1.0, share));
    }
    close();
    return nodes;
  }

  Node loop_of(int32_t index, double runs) {
    const ptx::Loop& loop = function_.loops[static_cast<size_t>(index)];
    const double headers = std::max(kLeastRuns, executions(loop.header));
    double entered = 0;
    for (const int32_t p : function_.blocks[static_cast<size_t>(loop.header)].predecessors) {
      if (!std::binary_search(loop.blocks.begin(), loop.blocks.end(), p)) entered += executions(p);
    }
    entered = std::clamp(entered, kLeastRuns, headers);
    Node node;
    node.chance = entered / runs;
    node.rounds = headers / entered;
    const int copies = ptx::rounds_together(function_, loop, node.rounds);
    if (copies > 1) {
      node.rounds /= copies;
      node.body.push_back(piece_of({{loop.header, 1.0}}, 1, copies));
    } else {
      node.body = body_of(index, headers);
    }
    for (const Node& part : node.body)
      node.together = node.together || part.together;
    return node;
  }

  Node piece_of(const std::vector<std::pair<int32_t, double>>& blocks, double chance, int copies) {
    Node node;
    node.chance = chance;
    for (int copy = 0; copy < copies; ++copy) {
      for (const auto& [block, share] : blocks) {
        const ptx::Block& own = function_.blocks[static_cast<size_t>(block)];
        for (int32_t i = own.first; i < own.last; ++i) {
          const ptx::Op op = function_.instructions[static_cast<size_t>(i)].op;
          // Of rounds that ptxas makes one, only the last has the branch.
          if (copy + 1 < copies && op == ptx::Op::Bra) continue;
          builder_.add(i, share);
          node.together = node.together || op == ptx::Op::Bar || op == ptx::Op::BarRed;
        }
      }
    }
    node.piece = static_cast<int32_t>(out_.pieces.size());
    out_.pieces.push_back(builder_.finish());
    return node;
  }

  const ptx::Function& function_;
  const std::vector<double>& executions_;
  PieceBuilder builder_;
  Program& out_;
  std::vector<int32_t> order_;
};

void number_nodes(Node& node, Program& program) {
  node.number = program.nodes++;
  for (Node& part : node.body)
    number_nodes(part, program);
}

double steps_of(const Program& program, const Node& node, const Cuts& cuts, size_t depth) {
  if (node.piece >= 0)
    return static_cast<double>(program.pieces[static_cast<size_t>(node.piece)].steps.size());
  double sum = 0;
  for (const Node& part : node.body) {
    const double rounds = part.piece >= 0 ? 1 : rounds_run(part.rounds, cuts, depth);
    sum += part.chance * rounds * steps_of(program, part, cuts, depth + 1);
  }
  return sum;
}

size_t depth_of(const Node& node) {
  size_t out = 0;
  for (const Node& part : node.body)
    if (part.piece < 0) out = std::max(out, 1 + depth_of(part));
  return out;
}

}  // namespace

double rounds_run(double rounds, const Cuts& cuts, size_t depth) {
  if (depth >= cuts.size() || rounds <= cuts[depth].least) return rounds;
  return std::max(cuts[depth].least, rounds * cuts[depth].share);
}

double steps_of_warp(const Program& program, const Cuts& cuts) {
  return steps_of(program, program.whole, cuts, 0);
}

size_t depth_of(const Program& program) {
  return depth_of(program.whole);
}

Program make_program(ProgramInput input) {
  Program out;
  out.registers = static_cast<int32_t>(input.function.registers.size());
  out.whole = RouteBuilder(input, out).whole();
  out.requests = std::move(input.requests);
  number_nodes(out.whole, out);
  for (Piece& piece : out.pieces) {
    for (Step& step : piece.steps)
      if (step.chance < 1) step.number = out.doubtful_steps++;
  }
  return out;
}

}  // namespace kcast::sim
