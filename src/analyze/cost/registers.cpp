#include "analyze/cost/registers.h"

#include <algorithm>
#include <bit>

#include "analyze/cost/uniform_registers.h"

namespace kcast::cost {

namespace {

using ptx::Function;
using ptx::Instruction;

constexpr size_t kMaxSetBits = size_t{1} << 30;
constexpr int64_t kUnboundedPressure = 255;

// A set of registers.
class RegisterSet {
 public:
  explicit RegisterSet(size_t size) : words_((size + 63) / 64) {}
  void insert(int32_t i) { words_[word(i)] |= bit(i); }
  void erase(int32_t i) { words_[word(i)] &= ~bit(i); }
  bool contains(int32_t i) const { return (words_[word(i)] & bit(i)) != 0; }
  // True when that changed it.
  bool unite(const RegisterSet& other) {
    bool changed = false;
    for (size_t i = 0; i < words_.size(); ++i) {
      const uint64_t next = words_[i] | other.words_[i];
      changed |= next != words_[i];
      words_[i] = next;
    }
    return changed;
  }
  template <typename Visit>
  void for_each(Visit visit) const {
    for (size_t i = 0; i < words_.size(); ++i) {
      for (uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        visit(static_cast<int32_t>(i * 64 + static_cast<size_t>(std::countr_zero(rest))));
      }
    }
  }

 private:
  static size_t word(int32_t i) { return static_cast<size_t>(i) / 64; }
  static uint64_t bit(int32_t i) { return uint64_t{1} << (i & 63); }
  std::vector<uint64_t> words_;
};

int64_t width_of(ptx::Type type) {
  const int bits = ptx::bits_of(type);
  return bits <= 1 ? 0 : (bits + 31) / 32;
}

// Walks a block backwards from what is alive at its end.
template <typename Visit>
void walk_back(const ptx::Function& function, const ptx::Block& block, RegisterSet& live,
               Visit visit) {
  for (int32_t i = block.last - 1; i >= block.first; --i) {
    const ptx::Instruction& instruction = function.instructions[static_cast<size_t>(i)];
    const bool guarded = instruction.predicate >= 0;
    ptx::for_each_write(function, instruction, [&](int32_t r) {
      if (!guarded) live.erase(r);
    });
    ptx::for_each_read(function, instruction, [&](int32_t r) { live.insert(r); });
    visit(live);
  }
}

std::vector<RegisterSet> live_at_start(const ptx::Function& function) {
  const size_t n = function.registers.size();
  std::vector<RegisterSet> start(function.blocks.size(), RegisterSet(n));
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t b = function.blocks.size(); b-- > 0;) {
      RegisterSet live(n);
      for (const int32_t next : function.blocks[b].successors) {
        if (next >= 0) live.unite(start[static_cast<size_t>(next)]);
      }
      walk_back(function, function.blocks[b], live, [](const RegisterSet&) {});
      changed |= start[b].unite(live);
    }
  }
  return start;
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

RegisterPressure register_pressure(const ptx::Function& function) {
  RegisterPressure out;
  // Liveness keeps a set per block; text that makes these sets huge is no kernel.
  if (function.registers.size() * function.blocks.size() > kMaxSetBits) {
    out.live = out.varying = kUnboundedPressure;
    return out;
  }
  const std::vector<bool> uniform = uniform_registers(function);
  const std::vector<RegisterSet> start = live_at_start(function);
  const size_t n = function.registers.size();
  for (const ptx::Block& block : function.blocks) {
    RegisterSet live(n);
    for (const int32_t next : block.successors) {
      if (next >= 0) live.unite(start[static_cast<size_t>(next)]);
    }
    walk_back(function, block, live, [&](const RegisterSet& now) {
      int64_t all = 0;
      int64_t varying = 0;
      now.for_each([&](int32_t r) {
        const int64_t width = width_of(function.registers[static_cast<size_t>(r)].type);
        all += width;
        if (!uniform[static_cast<size_t>(r)]) varying += width;
      });
      out.live = std::max(out.live, all);
      out.varying = std::max(out.varying, varying);
    });
  }
  return out;
}

int64_t estimate_registers(const ptx::Function& function, int64_t registers_per_unit,
                           int64_t registers_per_thread_max) {
  const RegisterPressure pressure = register_pressure(function);
  // Fitted to what ptxas allocates for the check kernels (docs/check-kernels.md):
  // addresses in flight and the stack pointer come on top of the live values.
  int64_t registers = std::max<int64_t>(16, pressure.varying + 10);
  registers = (registers + 1) / 2 * 2;
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
