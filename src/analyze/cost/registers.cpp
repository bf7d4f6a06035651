#include "analyze/cost/registers.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "analyze/cost/register_code.h"
#include "analyze/cost/register_order.h"
#include "analyze/cost/register_set.h"

namespace kcast::cost {

namespace {

using ptx::Function;
using ptx::Instruction;

constexpr size_t kMostScheduled = 20000;  // instructions: longer functions stay as they are
constexpr size_t kMaxSetBits = size_t{1} << 30;
constexpr int64_t kUnboundedDemand = 255;
// Live registers up to which a kernel stays within a step of occupancy, roughly.
constexpr std::array<int64_t, 6> kSteps = {28, 36, 44, 60, 76, 1000};

// Registers that are live at a point, and their number.
class LiveValues {
 public:
  LiveValues(const RegisterCode& code, const RegisterSet& set) : code_(code), set_(set) {
    set_.for_each([&](int32_t v) { registers_ += width(v); });
  }
  void insert(int32_t v) {
    if (set_.contains(v)) return;
    set_.insert(v);
    registers_ += width(v);
  }
  void erase(int32_t v) {
    if (!set_.contains(v)) return;
    set_.erase(v);
    registers_ -= width(v);
  }
  int64_t registers() const { return registers_; }
  const RegisterSet& set() const { return set_; }

 private:
  int64_t width(int32_t v) const { return code_.width[static_cast<size_t>(v)]; }

  const RegisterCode& code_;
  RegisterSet set_;
  int64_t registers_ = 0;
};

// From what is alive behind a step to what is alive before it.
void step_back(const RegisterStep& step, LiveValues& live) {
  if (!step.partial) {
    for (const int32_t v : step.writes)
      live.erase(v);
  }
  for (const int32_t v : step.reads)
    live.insert(v);
}

RegisterSet live_at_end(const RegisterCode& code, const RegisterBlock& block,
                        const std::vector<RegisterSet>& start) {
  RegisterSet live(code.width.size());
  for (const int32_t next : block.successors)
    live.unite(start[static_cast<size_t>(next)]);
  return live;
}

std::vector<RegisterSet> live_at_start(const RegisterCode& code) {
  std::vector<RegisterSet> start(code.blocks.size(), RegisterSet(code.width.size()));
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t b = code.blocks.size(); b-- > 0;) {
      const RegisterBlock& block = code.blocks[b];
      LiveValues live(code, live_at_end(code, block, start));
      for (size_t s = block.steps.size(); s-- > 0;)
        step_back(block.steps[s], live);
      changed |= start[b].unite(live.set());
    }
  }
  return start;
}

// The most registers that are alive at once in a block whose steps are issued in this order.
int64_t demand_in_order(const RegisterBlock& block, const std::vector<int32_t>& order,
                        LiveValues live) {
  int64_t most = live.registers();
  for (size_t k = order.size(); k-- > 0;) {
    const RegisterStep& step = block.steps[static_cast<size_t>(order[k])];
    for (const int32_t v : step.writes)
      live.insert(v);
    most = std::max(most, live.registers());
    if (step.scratch > 0) {
      LiveValues across = live;
      for (const int32_t v : step.writes)
        across.erase(v);
      most = std::max(most, across.registers() + step.scratch);
    }
    step_back(step, live);
    most = std::max(most, live.registers());
  }
  return most;
}

}  // namespace

bool is_added_up(const ptx::Instruction& atomic, const std::vector<bool>& uniform) {
  if (atomic.op != ptx::Op::Atom && atomic.op != ptx::Op::Red) return false;
  if (ptx::is_float(atomic.type) || ptx::bits_of(atomic.type) != 32 || atomic.vector > 1)
    return false;
  switch (atomic.atomic) {
    case ptx::AtomicOp::Add:
    case ptx::AtomicOp::Min:
    case ptx::AtomicOp::Max:
    case ptx::AtomicOp::And:
    case ptx::AtomicOp::Or:
    case ptx::AtomicOp::Xor:
      break;
    default:
      return false;
  }
  const auto address = std::find_if(
      atomic.operands.begin(), atomic.operands.end(),
      [](const ptx::Operand& operand) { return operand.kind == ptx::OperandKind::Address; });
  if (address == atomic.operands.end()) return false;
  return address->base_is_symbol || address->index < 0 ||
         (static_cast<size_t>(address->index) < uniform.size() &&
          uniform[static_cast<size_t>(address->index)]);
}

// A block's demand as it is scheduled: as the longest chain would have it, and no more than fits
// into the next step of occupancy if that is possible.
int64_t block_demand(const ptx::Function& function, const RegisterCode& code, size_t b,
                     const RegisterSet& start, const LiveValues& live) {
  const RegisterBlock& block = code.blocks[b];
  const auto demand_of = [&](const OrderPolicy& policy) {
    return demand_in_order(block, issue_order(function, code, block, {start, live.set(), policy}),
                           live);
  };
  std::vector<int32_t> text(block.steps.size());
  std::iota(text.begin(), text.end(), 0);
  if (function.instructions.size() > kMostScheduled) return demand_in_order(block, text, live);
  const int64_t eager = demand_of({.limit = kSteps[0]});
  if (eager <= kSteps[0]) return eager;
  const int64_t least = std::min(demand_in_order(block, text, live), demand_of({.lazy = true}));
  const int64_t step = *std::lower_bound(kSteps.begin(), kSteps.end() - 1, least);
  if (step == kSteps[0]) return step;
  return std::max(least, std::min(demand_of({.limit = step}), step));
}

// No order of the block needs more.
int64_t most_registers(const RegisterCode& code, const RegisterBlock& block,
                       const LiveValues& live) {
  int64_t out = live.registers();
  for (const RegisterStep& step : block.steps) {
    for (const int32_t v : step.writes)
      out += code.width[static_cast<size_t>(v)];
    for (const int32_t v : step.reads)
      out += live.set().contains(v) ? 0 : code.width[static_cast<size_t>(v)];
    out += step.scratch;
  }
  return out;
}

int64_t scheduled_demand(const ptx::Function& function, const RegisterCode& code) {
  const std::vector<RegisterSet> start = live_at_start(code);
  int64_t most = 0;
  for (size_t b = 0; b < code.blocks.size(); ++b) {
    const LiveValues live(code, live_at_end(code, code.blocks[b], start));
    if (most_registers(code, code.blocks[b], live) > most)
      most = std::max(most, block_demand(function, code, b, start[b], live));
  }
  return most;
}

// What ptxas allocates for so many live ones: the stack pointer, two that it always adds, and what
// pairs, quads and fixed places of called code leave unused (docs/time-model.md).
struct Allocation {
  int64_t demand = 0;
  int64_t registers = 0;
};
constexpr std::array kAllocations = {
    Allocation{0, 8},     Allocation{4, 10},  Allocation{7, 13},  Allocation{10, 16},
    Allocation{13, 18},   Allocation{16, 21}, Allocation{20, 25}, Allocation{24, 28},
    Allocation{28, 30},   Allocation{30, 35}, Allocation{36, 37}, Allocation{39, 42},
    Allocation{44, 45},   Allocation{50, 53}, Allocation{60, 60}, Allocation{76, 78},
    Allocation{255, 255},
};

int64_t allocated_registers(int64_t demand) {
  for (size_t i = 1; i < kAllocations.size(); ++i) {
    const Allocation& low = kAllocations[i - 1];
    const Allocation& high = kAllocations[i];
    if (demand > high.demand) continue;
    const int64_t run = high.demand - low.demand;
    const int64_t rise = (demand - low.demand) * (high.registers - low.registers);
    return low.registers + (rise + run / 2) / run;
  }
  return kAllocations.back().registers;
}

int64_t register_demand(const ptx::Module& module, const ptx::Function& function) {
  // Liveness keeps a set per block; text that makes these sets huge is no kernel.
  if (function.registers.size() * function.blocks.size() > kMaxSetBits) return kUnboundedDemand;
  const int64_t least = scheduled_demand(function, register_code(module, function));
  if (least >= kSteps[0]) return least;
  // Copies of a loop's body and addresses before it are made as far as registers are left.
  const int64_t more = scheduled_demand(
      function, register_code(module, function, {.keeps_bases = true, .unrolls = true}));
  return std::max(least, std::min(more, kSteps[0]));
}

int64_t estimate_registers(const ptx::Function& function, int64_t demand,
                           int64_t registers_per_unit, int64_t registers_per_thread_max) {
  const int64_t registers = allocated_registers(demand);
  int64_t threads = 0;
  if (function.max_threads[0] > 0) {
    threads = int64_t{function.max_threads[0]} * std::max(1, function.max_threads[1]) *
              std::max(1, function.max_threads[2]);
  } else if (function.required_threads[0] > 0) {
    threads = int64_t{function.required_threads[0]} * std::max(1, function.required_threads[1]) *
              std::max(1, function.required_threads[2]);
  }
  int64_t most = registers_per_thread_max;
  if (threads > 0) {
    const int64_t blocks = std::max(1, function.min_blocks);
    most = std::min(most, std::max<int64_t>(16, registers_per_unit / (threads * blocks) / 8 * 8));
  }
  return std::min(registers, most);
}

}  // namespace kcast::cost
