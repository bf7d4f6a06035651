#include "analyze/ptx/slice.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "analyze/ptx/dominators.h"
#include "analyze/ptx/slice_memory.h"

namespace kcast::ptx {
namespace {

// Spaces whose values another function of the same call tree needs.
struct Forced {
  bool shared = false, local = false, global = false;
  bool operator==(const Forced&) const = default;
};

bool is_texture(Op op) {
  return op == Op::Tex || op == Op::Tld4 || op == Op::Suld || op == Op::Sust || op == Op::Sured;
}

// Decides by itself where control goes or when lanes wait.
bool is_control(Op op) {
  switch (op) {
    case Op::Bra:
    case Op::BrxIdx:
    case Op::Ret:
    case Op::Exit:
    case Op::Trap:
    case Op::Bar:
    case Op::BarrierCluster:
    case Op::BarWarp:
    case Op::MBarrier:
      return true;
    default:
      return false;
  }
}

// A function of the module that is executed, not looked up in a table.
const Function* called_body(const Module& module, const Instruction& call) {
  if (call.op != Op::Call || call.destinations >= call.operands.size()) return nullptr;
  const Operand& callee = call.operands[call.destinations];
  if (callee.kind != OperandKind::Function) return nullptr;
  const Function& function = module.functions[callee.index];
  return function.has_body && !is_canonical_math(function.name) ? &function : nullptr;
}

class Slicer {
 public:
  Slicer(const Module& module, const Function& function, const Forced& forced, bool with_math)
      : module_(module), function_(function), with_math_(with_math), writers_(writers(function)) {
    slice_.needed.assign(function.instructions.size(), false);
    slice_.needed_registers.assign(function.registers.size(), false);
    variable_needed_.assign(function.variables.size(), false);
    variable_writers_.resize(function.variables.size());
    index_memory();
    if (forced.shared) need_shared();
    if (forced.local) need_local();
    if (forced.global) need_global(kAnyPlace);
  }

  ControlSlice run() {
    const auto count = int32_t(function_.instructions.size());
    for (int32_t i = 0; i < count; ++i)
      seed(i);
    while (!work_.empty()) {
      const int32_t i = work_.back();
      work_.pop_back();
      follow(i);
    }
    return std::move(slice_);
  }

  // Values loaded from global memory matter, wherever they were stored.
  bool loads_global() const { return global_places_ != 0; }

 private:
  static Graph writers(const Function& function) {
    std::vector<std::pair<int32_t, int32_t>> edges;
    for (size_t i = 0; i < function.instructions.size(); ++i) {
      for_each_write(function, function.instructions[i],
                     [&](int32_t r) { edges.emplace_back(r, int32_t(i)); });
    }
    return Graph(int32_t(function.registers.size()), edges);
  }

  // The variable of a call's parameter or result that an operand names; -1: none.
  int32_t variable_of(const Operand& operand) const {
    const bool symbol = operand.kind == OperandKind::Symbol ||
                        (operand.kind == OperandKind::Address && operand.base_is_symbol);
    const int32_t index = operand.index - int32_t(module_.variables.size());
    if (!symbol || index < 0 || index >= int32_t(function_.variables.size())) return -1;
    return index;
  }

  void index_memory() {
    int32_t carry = -1;
    for (size_t i = 0; i < function_.instructions.size(); ++i) {
      const Instruction& instruction = function_.instructions[i];
      carry_from_.push_back(carry);
      if (instruction.carry_out) carry = int32_t(i);
      if (writes_memory(instruction)) stores_.push_back(int32_t(i));
      const size_t written = instruction.op == Op::Call ? instruction.destinations
                             : instruction.space == Space::Param && writes_memory(instruction) ? 1
                                                                                               : 0;
      for (size_t k = 0; k < written && k < instruction.operands.size(); ++k) {
        const int32_t variable = variable_of(instruction.operands[k]);
        if (variable >= 0) variable_writers_[variable].push_back(int32_t(i));
      }
    }
  }

  void need_register(int32_t r) {
    if (slice_.needed_registers[r]) return;
    slice_.needed_registers[r] = true;
    for (const int32_t writer : writers_.of(r))
      need(writer);
  }

  void need(int32_t i) {
    if (slice_.needed[i]) return;
    slice_.needed[i] = true;
    work_.push_back(i);
  }

  void need_sources(const Operand& operand) {
    if (operand.kind == OperandKind::Register) need_register(operand.index);
    if (operand.kind == OperandKind::Address && !operand.base_is_symbol && operand.index >= 0)
      need_register(operand.index);
    if (operand.kind != OperandKind::Vector) return;
    for (int32_t e = operand.index; e < operand.index + operand.count; ++e) {
      if (function_.elements[e].kind == OperandKind::Register)
        need_register(function_.elements[e].index);
    }
  }

  // What must be known of an instruction whose result nobody needs.
  void seed(int32_t i) {
    const Instruction& instruction = function_.instructions[i];
    if (instruction.predicate >= 0) need_register(instruction.predicate);
    if (is_control(instruction.op) || called_body(module_, instruction) != nullptr) need(i);
    if (with_math_ && (calls_math(instruction) || depends_on_values(instruction))) need(i);
    if (instruction.op == Op::Call) {
      // Whoever a pointer leads to is executed, with these arguments.
      const Operand* const callee = callee_of(instruction);
      if (callee != nullptr && callee->kind == OperandKind::Register) need(i);
      return;
    }
    if (instruction.space == Space::Param) {
      if (!function_.is_entry && writes_memory(instruction) && stores_result(instruction)) need(i);
      return;
    }
    seed_address(instruction);
  }

  bool calls_math(const Instruction& instruction) const {
    const Operand* callee = instruction.op == Op::Call ? callee_of(instruction) : nullptr;
    return callee != nullptr && callee->kind == OperandKind::Function &&
           is_canonical_math(module_.functions[callee->index].name);
  }

  static const Operand* callee_of(const Instruction& call) {
    return call.destinations < call.operands.size() ? &call.operands[call.destinations] : nullptr;
  }

  bool stores_result(const Instruction& store) const {
    const Operand* const address = address_of(store, false);
    if (address == nullptr || !address->base_is_symbol) return true;
    return variable_of(*address) < 0;
  }

  void seed_address(const Instruction& instruction) {
    const bool sized = instruction.op == Op::WmmaLoad || instruction.op == Op::WmmaStore ||
                       instruction.op == Op::CpAsync || instruction.op == Op::CpAsyncBulk;
    for (size_t k = 0; k < instruction.operands.size(); ++k) {
      const Operand& operand = instruction.operands[k];
      const bool source = k >= instruction.destinations;
      const bool coordinate = is_texture(instruction.op) && k > 0 &&
                              instruction.operands[k - 1].kind == OperandKind::Address;
      if (operand.kind == OperandKind::Address || coordinate ||
          (sized && source && operand.kind == OperandKind::Register))
        need_sources(operand);
    }
  }

  void follow(int32_t i) {
    const Instruction& instruction = function_.instructions[i];
    for_each_read(function_, instruction, [&](int32_t r) { need_register(r); });
    if (instruction.carry_in && carry_from_[i] >= 0) need(carry_from_[i]);
    if (instruction.op == Op::Call) {
      for (const Operand& operand : instruction.operands)
        if (const int32_t variable = variable_of(operand); variable >= 0) need_variable(variable);
    }
    if (!reads_memory(instruction)) return;
    const Operand* const address = address_of(instruction, true);
    if (address != nullptr) need_memory(instruction, *address);
  }

  void need_memory(const Instruction& load, const Operand& address) {
    const Space space = read_space(load);
    if (space == Space::Param) {
      const int32_t variable = variable_of(address);
      if (variable >= 0) need_variable(variable);
    }
    const bool anywhere = space == Space::Generic || space == Space::None;
    if (space == Space::Shared || anywhere) need_shared();
    if (space == Space::Local || anywhere) need_local();
    // Read-only for the whole kernel: nothing stored can come back.
    if ((space == Space::Global || anywhere) && !load.non_coherent)
      need_global(places().of(address));
  }

  void need_variable(int32_t variable) {
    if (variable_needed_[variable]) return;
    variable_needed_[variable] = true;
    for (const int32_t writer : variable_writers_[variable])
      need(writer);
  }

  void need_shared() {
    if (!slice_.shared_values) need_stores(Space::Shared);
    slice_.shared_values = true;
  }

  void need_local() {
    if (!slice_.local_values) need_stores(Space::Local);
    slice_.local_values = true;
  }

  void need_stores(Space space) {
    for (const int32_t i : stores_) {
      const Space to = function_.instructions[i].space;
      if (to == space || to == Space::Generic) need(i);
    }
  }

  void need_global(PlaceSet places_read) {
    const PlaceSet fresh = places_read & ~global_places_;
    if (fresh == 0) return;
    global_places_ |= fresh;
    for (const int32_t i : stores_) {
      const Instruction& store = function_.instructions[i];
      const Operand* const address = address_of(store, false);
      if ((store.space != Space::Global && store.space != Space::Generic) || address == nullptr ||
          (places().of(*address) & fresh) == 0)
        continue;
      slice_.global_values = true;
      need(i);
    }
  }

  const PlaceMap& places() {
    if (places_ == nullptr) places_ = std::make_unique<PlaceMap>(module_, function_);
    return *places_;
  }

  const Module& module_;
  const Function& function_;
  bool with_math_;
  Graph writers_;  // register -> instructions
  ControlSlice slice_;
  std::vector<int32_t> stores_;
  std::vector<int32_t> carry_from_;  // by instruction: the one before that sets the carry
  std::vector<bool> variable_needed_;
  std::vector<std::vector<int32_t>> variable_writers_;
  std::vector<int32_t> work_;
  PlaceSet global_places_ = 0;
  std::unique_ptr<PlaceMap> places_;  // made when first asked for
};

// Functions that call each other, directly or through others, `function` included:
// they share memory. Alone when it neither calls nor is called.
std::vector<const Function*> call_family(const Module& module, const Function& function) {
  const auto count = int32_t(module.functions.size());
  std::vector<std::pair<int32_t, int32_t>> edges;
  for (int32_t f = 0; f < count; ++f) {
    if (is_canonical_math(module.functions[f].name)) continue;
    for (const Instruction& instruction : module.functions[f].instructions) {
      const Function* const callee = called_body(module, instruction);
      if (callee == nullptr) continue;
      const auto to = int32_t(callee - module.functions.data());
      edges.emplace_back(f, to);
      edges.emplace_back(to, f);
    }
  }
  std::vector<const Function*> family;
  const auto self = int32_t(&function - module.functions.data());
  if (self < 0 || self >= count) return {&function};
  for (const int32_t f : depth_first(Graph(count, edges), self).nodes)
    family.push_back(&module.functions[f]);
  return family;
}

}  // namespace

bool depends_on_values(const Instruction& instruction) {
  if (instruction.type != Type::F32 && instruction.type != Type::F64) return false;
  const bool divides =
      instruction.op == Op::Div || instruction.op == Op::Rcp || instruction.op == Op::Sqrt;
  return instruction.op == Op::Selp || (divides && !instruction.approx && !instruction.full);
}

ControlSlice control_slice(const Module& module, const Function& function, bool with_math) {
  const std::vector<const Function*> family = call_family(module, function);
  Forced forced;
  while (family.size() > 1) {
    Forced next = forced;
    for (const Function* member : family) {
      Slicer slicer(module, *member, forced, with_math);
      const ControlSlice slice = slicer.run();
      next.shared = next.shared || slice.shared_values;
      next.local = next.local || slice.local_values;
      next.global = next.global || slicer.loads_global();
    }
    if (next == forced) break;
    forced = next;
  }
  return Slicer(module, function, forced, with_math).run();
}

}  // namespace kcast::ptx
