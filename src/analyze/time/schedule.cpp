#include "analyze/time/schedule.h"

#include <algorithm>
#include <span>
#include <utility>

#include "analyze/ptx/predicated.h"

namespace kcast::time {

namespace {

// A store that a later load of the same memory must not overtake, unless both are known to lie
// apart.
struct Write {
  ptx::Space space = ptx::Space::None;
  bool symbol = false;  // the base is one, else a register
  int32_t base = -1;    // of the address; -1: not known, or it has changed since
  int64_t from = 0, to = 0;
  double issued = 0;
};

bool is_plain_access(const ptx::Instruction& instruction) {
  const bool plain = instruction.op == ptx::Op::Ld || instruction.op == ptx::Op::St ||
                     instruction.op == ptx::Op::Atom || instruction.op == ptx::Op::Red;
  const ptx::Space memory = ptx::memory_of(instruction);
  return plain && !instruction.non_coherent &&
         (memory == ptx::Space::Global || memory == ptx::Space::Shared);
}

Write access_of(const ptx::Instruction& instruction) {
  Write out;
  out.space = ptx::memory_of(instruction);
  for (const ptx::Operand& operand : instruction.operands) {
    if (operand.kind != ptx::OperandKind::Address) continue;
    out.symbol = operand.base_is_symbol;
    out.base = operand.index;
    out.from = operand.offset;
    break;
  }
  out.to = out.from + ptx::bits_of(instruction.type) / 8 * std::max<int64_t>(1, instruction.vector);
  return out;
}

bool may_meet(const Write& a, const Write& b) {
  if (a.space != b.space) return false;
  if (a.base < 0 || b.base < 0 || a.symbol != b.symbol) return true;
  if (a.base != b.base) return !a.symbol;  // variables lie apart
  return a.from < b.to && b.from < a.to;
}

// Walks the chains of a piece of code. Values that it does not make are there from the
// beginning.
class ChainWalk {
 public:
  ChainWalk(const ptx::Function& function, const WarpPathInput& input)
      : function_(function),
        input_(input),
        ready_(function.registers.size(), 0),
        loaded_(function.registers.size(), 0) {}

  // `copies`: of the blocks, one behind the other.
  double longest(std::span<const int32_t> blocks, int copies = 1) {
    stored_ = barrier_ = branched_ = awaited_ = 0;
    writes_.clear();
    double longest = 0;
    for (int copy = 0; copy < copies; ++copy) {
      for (const int32_t block : blocks) {
        const auto b = static_cast<size_t>(block);
        if (copy == 0 && ptx::begins_anew(function_, block))
          branched_ = std::max(branched_, awaited_);
        for (int32_t i = function_.blocks[b].first; i < function_.blocks[b].last; ++i)
          longest = std::max(longest, step(i));
      }
    }
    for (const int32_t block : blocks)
      forget(function_.blocks[static_cast<size_t>(block)]);
    return longest;
  }

 private:
  void forget(const ptx::Block& block) {
    for (int32_t i = block.first; i < block.last; ++i) {
      ptx::for_each_write(function_, function_.instructions[static_cast<size_t>(i)],
                          [this](int32_t r) {
                            ready_[static_cast<size_t>(r)] = loaded_[static_cast<size_t>(r)] = 0;
                          });
    }
  }

  double step(int32_t i) {
    const ptx::Instruction& instruction = function_.instructions[static_cast<size_t>(i)];
    double start = branched_;
    double loaded = 0;
    ptx::for_each_read(function_, instruction, [&](int32_t r) {
      start = std::max(start, ready_[static_cast<size_t>(r)]);
      loaded = std::max(loaded, loaded_[static_cast<size_t>(r)]);
    });
    awaited_ = std::max(awaited_, loaded);
    if (ptx::is_barrier(instruction)) {
      start = std::max({start, stored_, barrier_});
    } else if (instruction.space != ptx::Space::None && instruction.space != ptx::Space::Param) {
      start = std::max(start, barrier_);
    }
    if (is_plain_access(instruction)) start = after_writes(instruction, start);
    const double end = start + input_.latency[static_cast<size_t>(i)];
    if (instruction.op == ptx::Op::Ld && ptx::memory_of(instruction) == ptx::Space::Global)
      loaded = end;
    if (ptx::is_barrier(instruction)) barrier_ = std::max(barrier_, end);
    if (ptx::issues_store(instruction)) stored_ = std::max(stored_, end);
    if (!input_.branches.empty() && input_.branches[static_cast<size_t>(i)]) branched_ = end;
    ptx::for_each_write(function_, instruction, [&](int32_t r) {
      ready_[static_cast<size_t>(r)] = end;
      loaded_[static_cast<size_t>(r)] = loaded;
      for (Write& write : writes_) {
        if (!write.symbol && write.base == r) write.base = -1;
      }
    });
    return end;
  }

  // When an access can be issued that is not moved across the stores before it.
  double after_writes(const ptx::Instruction& instruction, double start) {
    Write access = access_of(instruction);
    for (const Write& write : writes_) {
      if (may_meet(write, access)) start = std::max(start, write.issued);
    }
    if (instruction.op == ptx::Op::Ld) return start;
    access.issued = start;
    // The oldest are forgotten: long code would take the square of its stores.
    if (writes_.size() >= kWrites) writes_.erase(writes_.begin());
    writes_.push_back(access);
    return start;
  }

  static constexpr size_t kWrites = 64;

  const ptx::Function& function_;
  const WarpPathInput& input_;
  std::vector<double> ready_;   // per register; 0 between walks
  std::vector<double> loaded_;  // and when the loads of global memory are back that it hangs on
  std::vector<Write> writes_;
  double stored_ = 0;
  double barrier_ = 0;
  double branched_ = 0;
  double awaited_ = 0;  // the last load of global memory whose value was used so far
};

// Blocks that run as one piece: an innermost loop's, without its rare ones, or a
// single block.
struct Piece {
  std::vector<int32_t> blocks;
  double executions = 0;
  double issue = 0;
  int together = 1;  // rounds of it that ptxas makes one
};

// Loads of rounds that ptxas makes one come back one after the other, so that four rounds take as
// long as one and a third (column_sum, compensated_sum_columns, matvec_warp_per_row on an H200).
constexpr int kOverlapping = 3;

int overlapping_rounds(const ptx::Function& function, const ptx::Loop& loop,
                       const WarpPathInput& input) {
  double entered = 0;
  for (const int32_t before : function.blocks[static_cast<size_t>(loop.header)].predecessors) {
    if (before != loop.header) entered += input.executions[static_cast<size_t>(before)];
  }
  const double rounds =
      input.executions[static_cast<size_t>(loop.header)] / std::max(entered, 1e-9);
  return ptx::rounds_together(function, loop, rounds) > 1 ? kOverlapping : 1;
}

void append_block(size_t block, const WarpPathInput& input, Piece& piece) {
  piece.blocks.push_back(static_cast<int32_t>(block));
  piece.issue += input.issue[block];
}

// The blocks of an innermost loop as they are run, each after what leads to it.
std::vector<int32_t> in_order(const ptx::Function& function, const ptx::Loop& loop) {
  std::vector<int32_t> out;
  std::vector<bool> seen(function.blocks.size(), true);
  for (const int32_t block : loop.blocks)
    seen[static_cast<size_t>(block)] = false;
  std::vector<std::pair<int32_t, size_t>> path = {{loop.header, 0}};
  seen[static_cast<size_t>(loop.header)] = true;
  while (!path.empty()) {
    auto& [block, next] = path.back();
    const std::vector<int32_t>& successors = function.blocks[static_cast<size_t>(block)].successors;
    if (next == successors.size()) {
      out.push_back(block);
      path.pop_back();
      continue;
    }
    const int32_t successor = successors[next++];
    if (seen[static_cast<size_t>(successor)]) continue;
    seen[static_cast<size_t>(successor)] = true;
    path.emplace_back(successor, 0);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

std::vector<Piece> pieces_of(const ptx::Function& function, const WarpPathInput& input) {
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
    for (const int32_t block : in_order(function, function.loops[l])) {
      const auto b = static_cast<size_t>(block);
      // What runs in fewer than half of the iterations is a piece of its own, unless it is
      // issued each time.
      const bool rare = 2 * input.executions[b] < piece.executions;
      if (rare && !ptx::is_predicated(function, block)) continue;
      append_block(b, input, piece);
      taken[b] = true;
    }
    piece.together = overlapping_rounds(function, function.loops[l], input);
    pieces.push_back(std::move(piece));
  }
  for (size_t b = 0; b < function.blocks.size(); ++b) {
    if (taken[b] || input.executions[b] <= 0) continue;
    Piece piece;
    piece.executions = input.executions[b];
    append_block(b, input, piece);
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace

WarpPath warp_path(const ptx::Function& function, const WarpPathInput& input) {
  WarpPath out;
  ChainWalk walk(function, input);
  for (const Piece& piece : pieces_of(function, input)) {
    const double round = walk.longest(piece.blocks, piece.together) / piece.together;
    out.cycles += piece.executions * std::max(round, piece.issue);
  }
  return out;
}

}  // namespace kcast::time
