#include "analyze/schedule.h"

#include <algorithm>
#include <span>

namespace kcast {

namespace {

using ptx::Function;
using ptx::Instruction;
using ptx::Op;

// Registers that carry a value from one iteration to the next are few; a block with
// more is treated as if the first ones were all.
constexpr size_t kMaxCarried = 24;

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

// Walks the chains of a block. Values that the block does not make are there from
// the beginning, or never when only chains from `root` are asked for.
class ChainWalk {
 public:
  ChainWalk(const Function& function, const std::vector<double>& latency)
      : function_(function), latency_(latency), ready_(function.registers.size(), kNever) {}

  // The longest chain; with a root, of those that start at that register's old value.
  double longest(std::span<const int32_t> sequence, int32_t root) {
    stored_ = root < 0 ? 0 : kNever;
    barrier_ = stored_;
    double longest = 0;
    if (root >= 0) ready_[static_cast<size_t>(root)] = 0;
    for (const int32_t i : sequence) {
      longest = std::max(longest, step(i, root < 0));
    }
    return longest;
  }

  double ready(int32_t r) const { return ready_[static_cast<size_t>(r)]; }

  void forget(std::span<const int32_t> sequence) {
    for (const int32_t i : sequence) {
      const Instruction& instruction = function_.instructions[static_cast<size_t>(i)];
      const auto reset = [this](int32_t r) { ready_[static_cast<size_t>(r)] = kNever; };
      ptx::for_each_write(function_, instruction, reset);
      ptx::for_each_read(function_, instruction, reset);
    }
  }

 private:
  static constexpr double kNever = -1;

  double step(int32_t i, bool from_start) {
    const Instruction& instruction = function_.instructions[static_cast<size_t>(i)];
    double start = from_start ? 0 : kNever;
    ptx::for_each_read(function_, instruction,
                       [&](int32_t r) { start = std::max(start, ready_[static_cast<size_t>(r)]); });
    if (is_barrier(instruction)) {
      start = std::max({start, stored_, barrier_});
    } else if (instruction.space != ptx::Space::None && instruction.space != ptx::Space::Param) {
      start = std::max(start, barrier_);
    }
    const double end = start < 0 ? kNever : start + latency_[static_cast<size_t>(i)];
    if (is_barrier(instruction)) barrier_ = std::max(barrier_, end);
    if (writes_memory(instruction)) stored_ = std::max(stored_, end);
    ptx::for_each_write(function_, instruction,
                        [&](int32_t r) { ready_[static_cast<size_t>(r)] = end; });
    return end;
  }

  const Function& function_;
  const std::vector<double>& latency_;
  std::vector<double> ready_;
  double stored_ = 0;
  double barrier_ = 0;
};

// Registers that the block reads before it writes them, and writes later.
std::vector<int32_t> carried_registers(const Function& function,
                                       std::span<const int32_t> sequence) {
  std::vector<int32_t> read_first;
  std::vector<int32_t> written;
  const auto has = [](const std::vector<int32_t>& list, int32_t r) {
    return std::find(list.begin(), list.end(), r) != list.end();
  };
  std::vector<int32_t> carried;
  for (const int32_t i : sequence) {
    const Instruction& instruction = function.instructions[static_cast<size_t>(i)];
    ptx::for_each_read(function, instruction, [&](int32_t r) {
      if (read_first.size() < 4 * kMaxCarried && !has(written, r) && !has(read_first, r)) {
        read_first.push_back(r);
      }
    });
    ptx::for_each_write(function, instruction, [&](int32_t r) {
      if (has(read_first, r) && !has(carried, r) && carried.size() < kMaxCarried) {
        carried.push_back(r);
      }
      if (written.size() < 4096) written.push_back(r);
    });
  }
  return carried;
}

// Blocks that run as one piece: an innermost loop's, without its rare ones, or a
// single block.
struct Piece {
  std::vector<int32_t> sequence;  // instructions
  double executions = 0;
  double issue = 0;
  bool repeats = false;
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
    piece.repeats = true;
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
  ChainWalk walk(function, input.latency);
  for (const Piece& piece : pieces_of(function, input)) {
    double each = walk.longest(piece.sequence, -1);
    walk.forget(piece.sequence);
    if (piece.repeats && piece.executions > 1) {
      double carried = 0;
      for (const int32_t r : carried_registers(function, piece.sequence)) {
        walk.longest(piece.sequence, r);
        carried = std::max(carried, walk.ready(r));
        walk.forget(piece.sequence);
      }
      each = std::max(carried, each / std::min(input.unroll, piece.executions));
    }
    out.cycles += piece.executions * std::max(each, piece.issue);
  }
  return out;
}

}  // namespace kcast
