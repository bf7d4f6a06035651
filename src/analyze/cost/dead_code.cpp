#include "analyze/cost/dead_code.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace kcast::cost {

using ptx::Instruction;
using ptx::Op;
using ptx::OperandKind;
using ptx::Space;

namespace {

class Needs {
 public:
  Needs(const ptx::Module& module, const RegisterUses& uses)
      : uses_(uses),
        module_(module),
        needed_(uses.function().instructions.size(), false),
        sources_(needed_.size()),
        parts_(needed_.size()) {}

  std::vector<bool> run() {
    for (int32_t value = 0; value < static_cast<int32_t>(uses_.function().registers.size());
         ++value) {
      for (const RegisterUses::Use& use : uses_.readers(value))
        sources_[static_cast<size_t>(use.instruction)].push_back(value);
    }
    std::vector<bool> optional(needed_.size(), false);
    for (int32_t at = 0; at < static_cast<int32_t>(needed_.size()); ++at) {
      if (is_pure(uses_.instruction(at))) optional[static_cast<size_t>(at)] = true;
      if (!is_function_of_numbers(at)) continue;
      for (const int32_t part : join_call(at))
        optional[static_cast<size_t>(part)] = true;
    }
    for (int32_t at = 0; at < static_cast<int32_t>(needed_.size()); ++at) {
      if (!optional[static_cast<size_t>(at)]) need(at);
    }
    while (!work_.empty()) {
      const auto at = static_cast<size_t>(work_.back());
      work_.pop_back();
      for (const int32_t part : parts_[at])
        need(part);
      for (const int32_t value : sources_[at]) {
        for (const RegisterUses::Use& use : uses_.writers(value))
          need(use.instruction);
      }
    }
    return std::move(needed_);
  }

 private:
  void need(int32_t at) {
    if (needed_[static_cast<size_t>(at)]) return;
    needed_[static_cast<size_t>(at)] = true;
    work_.push_back(at);
  }

  static bool is_pure(const Instruction& i) {
    if (i.destinations == 0 || i.is_volatile) return false;
    switch (i.op) {
      case Op::Ld:
      case Op::Shfl:
      case Op::Mov:
      case Op::Cvt:
      case Op::Cvta:
      case Op::Selp:
      case Op::Setp:
      case Op::Set:
      case Op::And:
      case Op::Or:
      case Op::Xor:
      case Op::Not:
      case Op::Shl:
      case Op::Shr:
      case Op::Prmt:
        return true;
      default:
        return ptx::is_float(i.type) && i.space == Space::None && i.op != Op::Call;
    }
  }

  // A canonical function that gets no pointer.
  bool is_function_of_numbers(int32_t at) const {
    const Instruction& call = uses_.instruction(at);
    if (call.op != Op::Call) return false;
    for (const ptx::Operand& operand : call.operands) {
      if (operand.kind != OperandKind::Function || operand.index < 0) continue;
      const std::string& name = module_.functions[static_cast<size_t>(operand.index)].name;
      if (!ptx::is_canonical_math(name)) return false;
      const std::vector<int32_t> stores = arguments(at);
      return !stores.empty() && std::all_of(stores.begin(), stores.end(), [&](int32_t store) {
        const ptx::Type type = uses_.instruction(store).type;
        return ptx::is_float(type) || ptx::bits_of(type) < 64;
      });
    }
    return false;
  }

  std::vector<int32_t> arguments(int32_t call) const {
    std::vector<int32_t> stores;
    for (int32_t at = call - 1; at >= 0 && uses_.block_of(at) == uses_.block_of(call); --at) {
      const Instruction& i = uses_.instruction(at);
      if (i.op == Op::Call) break;
      if (i.op == Op::St && i.space == Space::Param) stores.push_back(at);
    }
    return stores;
  }

  // A call is needed for its result, and its arguments are needed for the call. Returns what is
  // not needed otherwise; empty: the call returns nothing.
  std::vector<int32_t> join_call(int32_t call) {
    std::vector<int32_t> all = arguments(call);
    parts_[static_cast<size_t>(call)] = all;
    all.push_back(call);
    bool has_result = false;
    for (int32_t at = call + 1; at < static_cast<int32_t>(needed_.size()); ++at) {
      const Instruction& i = uses_.instruction(at);
      if (i.op != Op::Ld || i.space != Space::Param) break;
      parts_[static_cast<size_t>(at)].push_back(call);
      has_result = true;
    }
    return has_result ? all : std::vector<int32_t>();
  }

  const RegisterUses& uses_;
  const ptx::Module& module_;
  std::vector<bool> needed_;                   // by instruction
  std::vector<std::vector<int32_t>> sources_;  // registers that an instruction reads
  std::vector<std::vector<int32_t>> parts_;    // instructions without which it is nothing
  std::vector<int32_t> work_;
};

}  // namespace

void drop_unused(const ptx::Module& module, const RegisterUses& uses,
                 std::vector<MachineCost>& costs) {
  const std::vector<bool> needed = Needs(module, uses).run();
  for (size_t at = 0; at < costs.size(); ++at) {
    if (!needed[at] && uses.function().instructions[at].op != Op::Ld) costs[at] = {};
  }
}

}  // namespace kcast::cost
