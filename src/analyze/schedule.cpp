#include "analyze/schedule.h"

#include <algorithm>
#include <span>

namespace kcast {

namespace {

using ptx::Function;
using ptx::Instruction;
using ptx::Op;

bool writes_memory(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::St:
    case Op::Red:
    case Op::WmmaStore:
    case Op::StMatrix:
    case Op::CpAsync:
    case Op::CpAsyncBulk:
      return true;
    default:
      return false;
  }
}

bool is_barrier(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::Bar:
    case Op::BarRed:
    case Op::BarrierCluster:
    case Op::CpAsyncWait:
    case Op::Fence:
      return true;
    default:
      return false;
  }
}

// Walks the chains of a piece of code. Values that it does not make are there from the
// beginning.
class ChainWalk {
 public:
  ChainWalk(const Function& function, const WarpPathInput& input)
      : function_(function), input_(input), ready_(function.registers.size(), 0) {}

  double longest(std::span<const int32_t> sequence) {
    stored_ = barrier_ = branched_ = 0;
    double longest = 0;
    for (const int32_t i : sequence) {
      longest = std::max(longest, step(i));
    }
    for (const int32_t i : sequence) {
      ptx::for_each_write(function_, function_.instructions[static_cast<size_t>(i)],
                          [this](int32_t r) { ready_[static_cast<size_t>(r)] = 0; });
    }
    return longest;
  }

 private:
  double step(int32_t i) {
    const Instruction& instruction = function_.instructions[static_cast<size_t>(i)];
    double start = branched_;
    ptx::for_each_read(function_, instruction,
                       [&](int32_t r) { start = std::max(start, ready_[static_cast<size_t>(r)]); });
    if (is_barrier(instruction)) {
      start = std::max({start, stored_, barrier_});
    } else if (instruction.space != ptx::Space::None && instruction.space != ptx::Space::Param) {
      start = std::max(start, barrier_);
    }
    const double end = start + input_.latency[static_cast<size_t>(i)];
    if (is_barrier(instruction)) barrier_ = std::max(barrier_, end);
    if (writes_memory(instruction)) stored_ = std::max(stored_, end);
    if (!input_.branches.empty() && input_.branches[static_cast<size_t>(i)]) branched_ = end;
    ptx::for_each_write(function_, instruction,
                        [&](int32_t r) { ready_[static_cast<size_t>(r)] = end; });
    return end;
  }

  const Function& function_;
  const WarpPathInput& input_;
  std::vector<double> ready_;  // per register; 0 between walks
  double stored_ = 0;
  double barrier_ = 0;
  double branched_ = 0;
};

// Blocks that run as one piece: an innermost loop's, without its rare ones, or a
// single block.
struct Piece {
  std::vector<int32_t> sequence;  // instructions
  double executions = 0;
  double issue = 0;
};

void append_block(const Function& function, size_t block, const WarpPathInput& input,
                  Piece& piece) {
  for (int32_t i = function.blocks[block].first; i < function.blocks[block].last; ++i) {
    piece.sequence.push_back(i);
  }
  piece.issue += input.issue[block];
}

std::vector<Piece> pieces_of(const Function& function, const WarpPathInput& input) {
  std::vector<Piece> pieces;
  std::vector<bool> taken(function.blocks.size(), false);
  std::vector<bool> has_inner(function.loops.size(), false);
  for (const ptx::Loop& loop : function.loops) {
    if (loop.parent >= 0) has_inner[static_cast<size_t>(loop.parent)] = true;
  }
  for (size_t l = 0; l < function.loops.size(); ++l) {
    if (has_inner[l]) continue;
    Piece piece;
    piece.executions = input.executions[static_cast<size_t>(function.loops[l].header)];
    for (const int32_t block : function.loops[l].blocks) {
      const auto b = static_cast<size_t>(block);
      // What runs in fewer than half of the iterations is a piece of its own.
      if (2 * input.executions[b] < piece.executions) continue;
      append_block(function, b, input, piece);
      taken[b] = true;
    }
    pieces.push_back(std::move(piece));
  }
  for (size_t b = 0; b < function.blocks.size(); ++b) {
    if (taken[b] || input.executions[b] <= 0) continue;
    Piece piece;
    piece.executions = input.executions[b];
    append_block(function, b, input, piece);
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace

WarpPath warp_path(const Function& function, const WarpPathInput& input) {
  WarpPath out;
  ChainWalk walk(function, input);
  for (const Piece& piece : pieces_of(function, input)) {
    out.cycles += piece.executions * std::max(walk.longest(piece.sequence), piece.issue);
  }
  return out;
}

}  // namespace kcast
