#include "analyze/cost/register_code.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "analyze/cost/register_set.h"
#include "analyze/cost/step_class.h"
#include "analyze/cost/step_needs.h"
#include "analyze/ptx/predicated.h"

namespace kcast::cost {
namespace {

using ptx::Function;
using ptx::Instruction;
using ptx::Op;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Type;

constexpr int32_t kNone = -1;
constexpr int32_t kRoundsAtOnce = 4;
constexpr size_t kMostHeld = 16;             // addresses of a register that are looked at
constexpr int kDeepest = 64;                 // dominators that are looked at
constexpr size_t kMostStepsUnrolled = 48;    // steps of a loop
constexpr int64_t kLargestOffset = 1 << 23;  // that fits into an access

bool is_parameter(const ptx::Module& module, const Function& function, const Instruction& i) {
  if (i.op != Op::Ld || i.space != ptx::Space::Param) return false;
  for (const Operand& operand : i.operands) {
    if (operand.kind != OperandKind::Address || !operand.base_is_symbol) continue;
    const ptx::Variable* variable = module.symbol(function, operand.index);
    const auto& own = function.parameters;
    return !own.empty() && variable >= own.data() && variable < own.data() + own.size();
  }
  return false;
}

// value += constant
bool is_counter(const Instruction& i, const RegisterStep& step) {
  return i.op == Op::Add && i.operands.size() == 3 && step.writes.size() == 1 &&
         step.reads.size() == 1 && step.reads[0] == step.writes[0] &&
         i.operands[2].kind == OperandKind::Immediate && !ptx::is_float(i.type);
}

class Lowering {
 public:
  Lowering(const ptx::Module& module, const Function& function, const RegisterCodeOptions& options)
      : module_(module),
        function_(function),
        readers_(function.registers.size()),
        writes_(function.registers.size(), 0),
        same_as_(function.registers.size()),
        free_(function.registers.size(), false),
        gone_(function.instructions.size(), false),
        options_(options) {}

  RegisterCode run();

 private:
  void collect();
  void find_free();
  void find_folded();
  void drop_dead();
  bool fold(size_t at);
  bool is_scaled_index(const Instruction& i) const;
  bool only_address(int32_t value) const;
  bool only_added(int32_t value) const;
  bool is_free(const Operand& operand) const;
  int32_t value_of(int32_t r) const;
  RegisterStep step_of(size_t at) const;
  int32_t base_of(const Instruction& i) const;
  int32_t base_value(int32_t base, int32_t at, int32_t block);
  bool dominates(int32_t first, int32_t second) const;
  bool joins_call(const Instruction& i, RegisterStep& step, std::vector<RegisterStep>& steps);
  void add_steps(const ptx::Block& block, int32_t guard);
  bool joins(size_t block) const;
  bool is_unrolled(size_t b) const;
  void unroll();
  void rename_writes(RegisterStep& step, bool last, std::map<int32_t, int32_t>& now);
  void find_first_writes();
  const Instruction& instruction(int32_t at) const {
    return function_.instructions[static_cast<size_t>(at)];
  }
  bool single(int32_t r) const { return writes_[static_cast<size_t>(r)] == 1; }

  const ptx::Module& module_;
  const Function& function_;
  std::vector<std::vector<int32_t>> readers_;  // instructions
  std::vector<int32_t> writes_;
  mutable std::vector<int32_t> same_as_;  // register that stands for another one
  std::vector<bool> free_;                // registers that take none
  std::vector<bool> gone_;                // instructions
  RegisterCodeOptions options_;
  RegisterCode out_;
  std::vector<int32_t> region_;     // of each block: where its steps are
  std::vector<int32_t> arguments_;  // values of the next call
  struct HeldBase {
    int32_t block = 0;
    int32_t value = 0;
  };
  std::map<int32_t, std::vector<HeldBase>> bases_;  // by register: pairs that hold an address
  int32_t current_ = 0;                             // block
};

void Lowering::collect() {
  const auto n = static_cast<int32_t>(function_.instructions.size());
  for (int32_t at = 0; at < n; ++at) {
    ptx::for_each_write(function_, instruction(at),
                        [&](int32_t r) { ++writes_[static_cast<size_t>(r)]; });
    ptx::for_each_read(function_, instruction(at), [&](int32_t r) {
      std::vector<int32_t>& list = readers_[static_cast<size_t>(r)];
      if (list.empty() || list.back() != at) list.push_back(at);
    });
  }
  for (size_t r = 0; r < same_as_.size(); ++r)
    same_as_[r] = static_cast<int32_t>(r);
}

int32_t Lowering::value_of(int32_t r) const {
  while (same_as_[static_cast<size_t>(r)] != r) {
    int32_t& next = same_as_[static_cast<size_t>(r)];
    next = same_as_[static_cast<size_t>(next)];
    r = next;
  }
  return r;
}

bool Lowering::is_free(const Operand& operand) const {
  switch (operand.kind) {
    case OperandKind::Register:
      return free_[static_cast<size_t>(operand.index)];
    case OperandKind::Special:
      return is_constant_special(operand);
    case OperandKind::Vector:
      return false;
    default:
      return true;
  }
}

// In the order of the text, in which Clang defines before it uses.
void Lowering::find_free() {
  for (size_t at = 0; at < function_.instructions.size(); ++at) {
    const Instruction& i = function_.instructions[at];
    if (i.destinations != 1 || i.operands.empty() || i.operands[0].kind != OperandKind::Register)
      continue;
    const int32_t r = i.operands[0].index;
    if (!single(r)) continue;
    bool free = is_parameter(module_, function_, i);
    const bool constant = i.op == Op::Mov && i.operands[1].kind == OperandKind::Immediate;
    if (!free && (constant || is_uniform_operation(i)) && i.predicate < 0) {
      free = std::all_of(i.operands.begin() + 1, i.operands.end(),
                         [&](const Operand& operand) { return is_free(operand); });
    }
    if (function_.registers[static_cast<size_t>(r)].type == Type::Pred) continue;
    free_[static_cast<size_t>(r)] = free;
  }
  for (size_t r = 0; r < free_.size(); ++r)
    if (function_.registers[r].type == Type::Pred) free_[r] = true;
}

bool Lowering::only_address(int32_t value) const {
  const auto& list = readers_[static_cast<size_t>(value)];
  return !list.empty() && std::all_of(list.begin(), list.end(), [&](int32_t at) {
    const Instruction& i = instruction(at);
    return std::all_of(i.operands.begin(), i.operands.end(), [&](const Operand& operand) {
      return operand.kind != OperandKind::Register || operand.index != value;
    });
  });
}

bool Lowering::only_added(int32_t value) const {
  const auto& list = readers_[static_cast<size_t>(value)];
  return !list.empty() && std::all_of(list.begin(), list.end(), [&](int32_t at) {
    return (instruction(at).op == Op::Add || instruction(at).op == Op::Sub) &&
           ptx::bits_of(instruction(at).type) == 64;
  });
}

bool Lowering::is_scaled_index(const Instruction& i) const {
  if (i.operands.size() != 3 || i.operands[2].kind != OperandKind::Immediate) return false;
  if (i.op == Op::Mul && i.wide) return ptx::bits_of(i.type) == 64;
  return i.op == Op::Shl && ptx::bits_of(i.type) == 64;
}

// Whether the instruction's result is another value in machine code.
bool Lowering::fold(size_t at) {
  const Instruction& i = function_.instructions[at];
  if (i.destinations != 1 || i.operands.size() < 2 || i.predicate >= 0) return false;
  const Operand& to = i.operands[0];
  const Operand& from = i.operands[1];
  if (to.kind != OperandKind::Register || from.kind != OperandKind::Register || !single(to.index))
    return false;
  const int bits = ptx::bits_of(function_.registers[static_cast<size_t>(to.index)].type);
  const int from_bits = ptx::bits_of(function_.registers[static_cast<size_t>(from.index)].type);
  const bool narrow = same_as_[static_cast<size_t>(from.index)] != from.index || single(from.index);
  switch (i.op) {
    case Op::Mov:
    case Op::Cvta:
      return bits == from_bits && narrow;
    case Op::Cvt:
      if (ptx::is_float(i.type) || ptx::is_float(i.type2)) return false;
      return bits >= from_bits && bits >= 32;
    case Op::Mul:
    case Op::Shl:
      return is_scaled_index(i) && only_added(to.index);
    case Op::Add:
      return bits == 64 && i.operands[2].kind == OperandKind::Immediate && only_address(to.index) &&
             std::abs(static_cast<int64_t>(i.operands[2].bits)) < kLargestOffset;
    default:
      return false;
  }
}

void Lowering::find_folded() {
  for (size_t at = 0; at < function_.instructions.size(); ++at) {
    const Instruction& i = function_.instructions[at];
    if (i.destinations == 1 && i.operands[0].kind == OperandKind::Register &&
        free_[static_cast<size_t>(i.operands[0].index)] &&
        function_.registers[static_cast<size_t>(i.operands[0].index)].type != Type::Pred) {
      gone_[at] = true;
    } else if (fold(at)) {
      const int32_t root = value_of(i.operands[1].index);
      if (root == i.operands[0].index) continue;  // copies in a circle
      same_as_[static_cast<size_t>(i.operands[0].index)] = root;
      gone_[at] = true;
    }
  }
}

void Lowering::drop_dead() {
  std::vector<std::vector<int32_t>> writers(function_.registers.size());
  std::vector<int32_t> work;
  std::vector<bool> kept(function_.instructions.size(), false);
  const auto keep = [&](int32_t at) {
    if (kept[static_cast<size_t>(at)] || gone_[static_cast<size_t>(at)]) return;
    kept[static_cast<size_t>(at)] = true;
    work.push_back(at);
  };
  for (size_t at = 0; at < function_.instructions.size(); ++at) {
    const Instruction& i = function_.instructions[at];
    ptx::for_each_write(function_, i, [&](int32_t r) {
      writers[static_cast<size_t>(r)].push_back(static_cast<int32_t>(at));
    });
    if (has_effect(i)) keep(static_cast<int32_t>(at));
  }
  while (!work.empty()) {
    const int32_t at = work.back();
    work.pop_back();
    ptx::for_each_read(function_, instruction(at), [&](int32_t r) {
      std::vector<int32_t>& list = writers[static_cast<size_t>(value_of(r))];
      for (const int32_t writer : list)
        keep(writer);
      list.clear();
    });
  }
  for (size_t at = 0; at < gone_.size(); ++at)
    gone_[at] = gone_[at] || !kept[at];
}

RegisterStep Lowering::step_of(size_t at) const {
  const Instruction& i = function_.instructions[at];
  RegisterStep out;
  out.instruction = static_cast<int32_t>(at);
  const auto put = [&](std::vector<int32_t>& list, int32_t r) {
    const int32_t value = value_of(r);
    if (free_[static_cast<size_t>(value)] &&
        function_.registers[static_cast<size_t>(value)].type != Type::Pred)
      return;
    if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
  };
  ptx::for_each_read(function_, i, [&](int32_t r) { put(out.reads, r); });
  ptx::for_each_write(function_, i, [&](int32_t r) { put(out.writes, r); });
  const StepNeeds needs = step_needs(module_, i);
  out.scratch = needs.registers;
  out.kind = needs.wall ? StepClass::Branch : class_of(i);
  return out;
}

// The register without a value of a thread that an access or a sum of addresses starts from: it
// is brought from the constant bank. -1: there is none.
int32_t Lowering::base_of(const Instruction& i) const {
  const auto is_base = [&](int32_t r) {
    return r >= 0 && free_[static_cast<size_t>(r)] &&
           ptx::bits_of(function_.registers[static_cast<size_t>(r)].type) == 64;
  };
  for (const Operand& operand : i.operands) {
    if (operand.kind == OperandKind::Address && !operand.base_is_symbol && is_base(operand.index))
      return value_of(operand.index);
  }
  if (i.op != Op::Add || ptx::bits_of(i.type) != 64 || i.destinations != 1) return kNone;
  for (size_t k = 1; k < i.operands.size(); ++k) {
    const Operand& operand = i.operands[k];
    if (operand.kind == OperandKind::Register && is_base(operand.index))
      return value_of(operand.index);
  }
  return kNone;
}

// Arguments and results of a call are operands of it.
bool Lowering::joins_call(const Instruction& i, RegisterStep& step,
                          std::vector<RegisterStep>& steps) {
  if (i.space == ptx::Space::Param && i.op == Op::St) {
    arguments_.insert(arguments_.end(), step.reads.begin(), step.reads.end());
    return true;
  }
  if (i.op == Op::Call) {
    for (const int32_t v : arguments_) {
      if (std::find(step.reads.begin(), step.reads.end(), v) == step.reads.end())
        step.reads.push_back(v);
    }
    arguments_.clear();
    return false;
  }
  if (i.space != ptx::Space::Param || i.op != Op::Ld || steps.empty()) return false;
  RegisterStep& last = steps.back();
  if (instruction(last.instruction).op != Op::Call) return false;
  last.writes.insert(last.writes.end(), step.writes.begin(), step.writes.end());
  return true;
}

// The value that holds an address of the constant bank: one for each block, or one for a loop and
// all that lie in it, brought before the loop begins.
int32_t Lowering::base_value(int32_t base, int32_t at, int32_t block) {
  std::vector<HeldBase>& held = bases_[base];
  const size_t first = held.size() - std::min(held.size(), kMostHeld);
  for (const HeldBase& one : std::span(held).subspan(first)) {
    if (options_.keeps_bases ? dominates(one.block, block) : region_[one.block] == region_[block])
      return one.value;
  }
  int32_t place = block;
  const int32_t loop = function_.blocks[static_cast<size_t>(block)].loop;
  if (options_.keeps_bases && loop >= 0) {
    const ptx::Loop& around = function_.loops[static_cast<size_t>(loop)];
    for (const int32_t p : function_.blocks[static_cast<size_t>(around.header)].predecessors)
      if (p < around.header) place = p;
  }
  std::vector<RegisterStep>& steps = out_.blocks[static_cast<size_t>(region_[place])].steps;
  const bool jumps = place != block && !steps.empty() && steps.back().kind == StepClass::Branch;
  RegisterStep load;
  load.instruction = at;
  load.kind = StepClass::Constant;
  load.writes = {static_cast<int32_t>(out_.width.size())};
  out_.width.push_back(2);
  held.push_back({place, load.writes[0]});
  steps.insert(steps.end() - (jumps ? 1 : 0), std::move(load));
  return held.back().value;
}

bool Lowering::dominates(int32_t first, int32_t second) const {
  for (int k = 0; k < kDeepest && second > first; ++k) {
    const int32_t up = function_.blocks[static_cast<size_t>(second)].immediate_dominator;
    if (up >= second) return false;
    second = up;
  }
  return first == second;
}

void Lowering::add_steps(const ptx::Block& block, int32_t guard) {
  std::vector<RegisterStep>& steps = out_.blocks.back().steps;
  for (int32_t at = block.first; at < block.last; ++at) {
    if (gone_[static_cast<size_t>(at)]) continue;
    RegisterStep step = step_of(static_cast<size_t>(at));
    if (joins_call(instruction(at), step, steps)) continue;
    const bool guarded = guard >= 0 || instruction(at).predicate >= 0;
    if (guard >= 0) step.reads.push_back(guard);
    step.partial = guarded && std::any_of(step.writes.begin(), step.writes.end(),
                                          [&](int32_t v) { return !single(v); });
    if (const int32_t base = base_of(instruction(at)); base >= 0) {
      step.reads.push_back(base_value(base, at, current_));
    }
    steps.push_back(std::move(step));
  }
}

// Whether machine code goes on there without a block of its own.
bool Lowering::joins(size_t block) const {
  if (block == 0 || ptx::begins_anew(function_, static_cast<int32_t>(block))) return false;
  return function_.blocks[block].loop == function_.blocks[block - 1].loop;
}

// ptxas unrolls short loops of one block whose rounds it can count.
bool Lowering::is_unrolled(size_t b) const {
  const ptx::Block& block = function_.blocks[b];
  if (block.loop < 0) return false;
  const ptx::Loop& loop = function_.loops[static_cast<size_t>(block.loop)];
  if (loop.blocks.size() != 1) return false;
  const auto kept =
      std::lower_bound(function_.not_unrolled.begin(), function_.not_unrolled.end(), block.first);
  if (kept != function_.not_unrolled.end() && *kept < block.last) return false;
  const std::vector<RegisterStep>& steps = out_.blocks.back().steps;
  if (steps.size() > kMostStepsUnrolled || !ptx::counts_rounds(function_, block)) return false;
  return std::none_of(steps.begin(), steps.end(), [&](const RegisterStep& step) {
    if (step.kind == StepClass::Fence) return true;
    const Op op = instruction(step.instruction).op;
    return step.kind == StepClass::Branch && op != Op::Bra;
  });
}

void Lowering::rename_writes(RegisterStep& step, bool last, std::map<int32_t, int32_t>& now) {
  for (int32_t& v : step.writes) {
    if (last) {
      now.erase(v);
      continue;
    }
    const auto copy = static_cast<int32_t>(out_.width.size());
    out_.width.push_back(out_.width[static_cast<size_t>(v)]);
    now[v] = copy;
    v = copy;
  }
}

// What rounds hand to the next one, and what is read behind the loop, keeps its value in the last
// round; the rest is made anew in each. Counters become offsets.
void Lowering::unroll() {
  std::vector<RegisterStep>& steps = out_.blocks.back().steps;
  const std::vector<RegisterStep> round = std::move(steps);
  steps.clear();
  std::map<int32_t, int32_t> now;
  for (int32_t copy = 0; copy < kRoundsAtOnce; ++copy) {
    const bool last = copy + 1 == kRoundsAtOnce;
    for (const RegisterStep& step : round) {
      const Instruction& i = instruction(step.instruction);
      if (!last && (is_counter(i, step) || step.kind == StepClass::Branch || i.op == Op::Setp))
        continue;
      RegisterStep made = step;
      for (int32_t& v : made.reads)
        if (const auto found = now.find(v); found != now.end()) v = found->second;
      rename_writes(made, last, now);
      steps.push_back(std::move(made));
    }
  }
}

RegisterCode Lowering::run() {
  collect();
  find_free();
  find_folded();
  drop_dead();
  out_.width.resize(function_.registers.size(), 0);
  for (size_t r = 0; r < out_.width.size(); ++r) {
    const int bits = ptx::bits_of(function_.registers[r].type);
    out_.width[r] = bits <= 1 || free_[r] ? 0 : (bits + 31) / 32;
  }
  region_.resize(function_.blocks.size(), 0);
  for (size_t b = 0; b < function_.blocks.size(); ++b) {
    const ptx::Block& block = function_.blocks[b];
    int32_t guard = kNone;  // of the steps of a block that is predicated
    if (!joins(b)) {
      out_.blocks.emplace_back();
    } else {
      std::vector<RegisterStep>& steps = out_.blocks.back().steps;
      const bool jumps = !steps.empty() && instruction(steps.back().instruction).op == Op::Bra;
      if (jumps && ptx::is_predicated(function_, static_cast<int32_t>(b)) &&
          !steps.back().reads.empty())
        guard = steps.back().reads[0];
      if (jumps) steps.pop_back();
    }
    region_[b] = static_cast<int32_t>(out_.blocks.size()) - 1;
    if (block.loop >= 0)
      out_.blocks.back().depth = function_.loops[static_cast<size_t>(block.loop)].depth;
    const auto first_step = out_.blocks.back().steps.size();
    current_ = static_cast<int32_t>(b);
    add_steps(block, guard);
    if (first_step == 0 && options_.unrolls && is_unrolled(b)) unroll();
  }
  for (size_t b = 0; b < function_.blocks.size(); ++b) {
    std::vector<int32_t>& to = out_.blocks[static_cast<size_t>(region_[b])].successors;
    for (const int32_t next : function_.blocks[b].successors) {
      if (next < 0) continue;
      const int32_t target = region_[static_cast<size_t>(next)];
      const bool inside = target == region_[b] && next > static_cast<int32_t>(b);
      if (!inside && std::find(to.begin(), to.end(), target) == to.end()) to.push_back(target);
    }
  }
  find_first_writes();
  return std::move(out_);
}

// What runs under a predicate keeps the old value of what it writes, where there is one.
void Lowering::find_first_writes() {
  std::vector<RegisterSet> known(out_.blocks.size(), RegisterSet(out_.width.size()));
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t b = 0; b < out_.blocks.size(); ++b) {
      RegisterSet written = known[b];
      for (const RegisterStep& step : out_.blocks[b].steps) {
        for (const int32_t v : step.writes)
          written.insert(v);
      }
      for (const int32_t next : out_.blocks[b].successors)
        changed |= known[static_cast<size_t>(next)].unite(written);
    }
  }
  for (size_t b = 0; b < out_.blocks.size(); ++b) {
    for (RegisterStep& step : out_.blocks[b].steps) {
      step.partial = step.partial && std::any_of(step.writes.begin(), step.writes.end(),
                                                 [&](int32_t v) { return known[b].contains(v); });
      for (const int32_t v : step.writes)
        known[b].insert(v);
    }
  }
}

}  // namespace

RegisterCode register_code(const ptx::Module& module, const ptx::Function& function,
                           const RegisterCodeOptions& options) {
  return Lowering(module, function, options).run();
}

}  // namespace kcast::cost
