#include "analyze/ptx/static_shared.h"

#include <vector>

namespace kcast::ptx {
namespace {

int64_t round_up(int64_t value, int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

// Goes through everything that a function can run.
class SharedUse {
 public:
  explicit SharedUse(const Module& module)
      : module_(module),
        variable_used_(module.variables.size(), false),
        function_visited_(module.functions.size(), false) {}

  void visit(const Function& function) {
    std::vector<const Function*> work = {&function};
    while (!work.empty()) {
      const Function& next = *work.back();
      work.pop_back();
      place(next.shared_bytes, 16);
      for (const Operand& element : next.elements)
        note(element);
      for (const Instruction& instruction : next.instructions) {
        for (const Operand& operand : instruction.operands) {
          note(operand);
          if (operand.kind != OperandKind::Function || function_visited_[operand.index]) continue;
          function_visited_[operand.index] = true;
          work.push_back(&module_.functions[operand.index]);
        }
      }
    }
  }

  int64_t bytes() {
    for (size_t i = 0; i < variable_used_.size(); ++i)
      if (variable_used_[i]) place(module_.variables[i].bytes, module_.variables[i].align);
    return bytes_;
  }

 private:
  void place(int64_t bytes, int64_t align) {
    if (bytes > 0) bytes_ = round_up(bytes_, align) + bytes;
  }

  void note(const Operand& operand) {
    const bool symbol = operand.kind == OperandKind::Symbol ||
                        (operand.kind == OperandKind::Address && operand.base_is_symbol);
    if (!symbol || operand.index < 0 || size_t(operand.index) >= variable_used_.size()) return;
    const Variable& variable = module_.variables[operand.index];
    if (variable.space == Space::Shared && !variable.is_extern)
      variable_used_[operand.index] = true;
  }

  const Module& module_;
  std::vector<bool> variable_used_;
  std::vector<bool> function_visited_;
  int64_t bytes_ = 0;
};

}  // namespace

int64_t static_shared_bytes(const Module& module, const Function& function) {
  SharedUse use(module);
  use.visit(function);
  return use.bytes();
}

}  // namespace kcast::ptx
