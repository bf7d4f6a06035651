#include "analyze/ptx/taint.h"

#include <algorithm>

#include "analyze/ptx/slice_memory.h"

namespace kcast::ptx {
namespace {

class Taint {
 public:
  // `only`: the one instruction whose result is data; null: whatever reads memory.
  Taint(const Module& module, const Function& function, const Instruction* only)
      : module_(module),
        function_(function),
        only_(only),
        registers_(function.registers.size(), false),
        n_writers_(function.registers.size(), 0),
        variables_(function.variables.size(), false),
        branches_(function.blocks.size(), false),
        doubtful_(function.blocks.size(), false) {
    for (const Instruction& instruction : function.instructions)
      for_each_write(function, instruction, [&](int32_t r) { ++n_writers_[r]; });
  }

  void run() {
    do {
      changed_ = false;
      for (size_t b = 0; b < function_.blocks.size(); ++b)
        visit(int32_t(b));
    } while (changed_);
  }

  std::vector<bool> addresses() const {
    std::vector<bool> out;
    for (const Instruction& instruction : function_.instructions)
      out.push_back(address_is_data(instruction));
    return out;
  }

  // Whether data decide in a block of the loop that it ends.
  bool ends(const Loop& loop) const {
    return std::any_of(loop.blocks.begin(), loop.blocks.end(), [&](int32_t b) {
      const Block& block = function_.blocks[b];
      bool leaves = false;
      for (const int32_t next : block.successors)
        leaves = leaves || !std::binary_search(loop.blocks.begin(), loop.blocks.end(), next);
      if (leaves && branches_[b]) return true;
      for (int32_t i = block.first; i < block.last; ++i) {
        const Instruction& instruction = function_.instructions[i];
        const bool returns = instruction.op == Op::Ret || instruction.op == Op::Exit;
        if (returns && instruction.predicate >= 0 && registers_[instruction.predicate]) return true;
      }
      return false;
    });
  }

 private:
  void set(std::vector<bool>& flags, int32_t i) {
    changed_ = changed_ || !flags[i];
    flags[i] = true;
  }

  void set(bool& flag) {
    changed_ = changed_ || !flag;
    flag = true;
  }

  void visit(int32_t b) {
    const Block& block = function_.blocks[b];
    for (int32_t i = block.first; i < block.last; ++i)
      visit(function_.instructions[i], doubtful_[b]);
    if (block.successors.size() < 2 || block.first >= block.last || branches_[b]) return;
    if (!reads_data(function_.instructions[block.last - 1])) return;
    branches_[b] = true;
    spread_doubt(b);
  }

  // What runs between a branch on data and the place where its ways meet.
  void spread_doubt(int32_t branch) {
    const int32_t end = function_.blocks[branch].immediate_post_dominator;
    std::vector<int32_t> work = function_.blocks[branch].successors;
    std::vector<bool> visited(doubtful_.size(), false);
    while (!work.empty()) {
      const int32_t b = work.back();
      work.pop_back();
      if (b == end || visited[b]) continue;
      visited[b] = true;
      set(doubtful_, b);
      const std::vector<int32_t>& next = function_.blocks[b].successors;
      work.insert(work.end(), next.begin(), next.end());
    }
  }

  bool reads_data(const Instruction& instruction) const {
    bool out = false;
    for_each_read(function_, instruction, [&](int32_t r) { out = out || registers_[r]; });
    if (instruction.op != Op::Call) return out;
    for (size_t i = instruction.destinations; i < instruction.operands.size(); ++i) {
      const int32_t variable = variable_of(instruction.operands[i]);
      out = out || (variable >= 0 && variables_[variable]);
    }
    return out;
  }

  // The variable of a call's parameter or result that an operand names; -1: none.
  int32_t variable_of(const Operand& operand) const {
    const bool symbol = operand.kind == OperandKind::Symbol ||
                        (operand.kind == OperandKind::Address && operand.base_is_symbol);
    const int32_t index = operand.index - int32_t(module_.variables.size());
    return symbol && index >= 0 && index < int32_t(function_.variables.size()) ? index : -1;
  }

  // Whether a parameter that is read is data: one of the kernel is none.
  bool parameter_is_data(const Instruction& load) const {
    const Operand* const address = address_of(load, true);
    const int32_t variable = address == nullptr ? -1 : variable_of(*address);
    return variable >= 0 ? variables_[variable] : !function_.is_entry;
  }

  // Whether the value that an instruction brings from elsewhere is data.
  bool brings_data(const Instruction& instruction) const {
    const bool all = only_ == nullptr;
    if (instruction.op == Op::Tex || instruction.op == Op::Tld4 || instruction.op == Op::Suld)
      return all;
    if (instruction.op == Op::Atom) return all || &instruction == only_;
    if (instruction.op == Op::Call)
      return reads_data(instruction) || (all && callee_reads(instruction));
    if (!reads_memory(instruction)) return false;
    switch (read_space(instruction)) {
      case Space::Param:
        return parameter_is_data(instruction);
      case Space::Shared:
        return shared_;
      case Space::Local:
        return local_;
      default:
        return all;
    }
  }

  bool callee_reads(const Instruction& call) const {
    if (call.destinations >= call.operands.size()) return true;
    const Operand& callee = call.operands[call.destinations];
    if (callee.kind != OperandKind::Function) return true;
    const Function& function = module_.functions[callee.index];
    return function.has_body && !is_canonical_math(function.name);
  }

  void visit(const Instruction& instruction, bool doubtful) {
    const bool loads = reads_memory(instruction);
    const bool guarded = instruction.predicate >= 0 && registers_[instruction.predicate];
    // Where a value lies says nothing of the value, unless it was loaded itself.
    const bool data = brings_data(instruction) ||
                      (loads ? address_is_data(instruction) : reads_data(instruction));
    for_each_write(function_, instruction, [&](int32_t r) {
      // A register that is written once has one value, whichever way leads there.
      if (data || ((doubtful || guarded) && n_writers_[r] > 1)) set(registers_, r);
    });
    const bool stores = writes_memory(instruction) || instruction.op == Op::Call;
    if (stores && (data || reads_data(instruction))) store(instruction);
  }

  void store(const Instruction& instruction) {
    const Space space = instruction.space;
    if (instruction.op == Op::Call || space == Space::Param) {
      const size_t n_written = instruction.op == Op::Call ? instruction.destinations : 1;
      for (size_t i = 0; i < n_written && i < instruction.operands.size(); ++i) {
        const int32_t variable = variable_of(instruction.operands[i]);
        if (variable >= 0) set(variables_, variable);
      }
      return;
    }
    const bool anywhere = space == Space::Generic || space == Space::None;
    if (space == Space::Shared || anywhere) set(shared_);
    if (space == Space::Local || anywhere) set(local_);
  }

  bool address_is_data(const Instruction& instruction) const {
    for (const Operand& operand : instruction.operands) {
      if (operand.kind == OperandKind::Address && !operand.base_is_symbol && operand.index >= 0 &&
          registers_[operand.index])
        return true;
    }
    return false;
  }

  const Module& module_;
  const Function& function_;
  const Instruction* only_;
  std::vector<bool> registers_;
  std::vector<int32_t> n_writers_;
  std::vector<bool> variables_;  // parameters and results of calls
  std::vector<bool> branches_;   // blocks that end in a branch on data
  std::vector<bool> doubtful_;   // blocks that run or not by data
  bool shared_ = false, local_ = false;
  bool changed_ = false;
};

}  // namespace

std::vector<bool> addresses_from_data(const Module& module, const Function& function) {
  Taint taint(module, function, nullptr);
  taint.run();
  return taint.addresses();
}

bool draws_work(const Module& module, const Function& function, int32_t atomic) {
  const Instruction& instruction = function.instructions[atomic];
  if (instruction.op != Op::Atom || instruction.atomic != AtomicOp::Add) return false;
  const auto block =
      std::find_if(function.blocks.begin(), function.blocks.end(),
                   [atomic](const Block& b) { return b.first <= atomic && atomic < b.last; });
  if (block == function.blocks.end() || block->loop < 0) return false;
  Taint taint(module, function, &instruction);
  taint.run();
  for (int32_t loop = block->loop; loop >= 0; loop = function.loops[loop].parent)
    if (taint.ends(function.loops[loop])) return true;
  return false;
}

}  // namespace kcast::ptx
