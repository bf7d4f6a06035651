#include "analyze/ptx/forms.h"

#include <algorithm>
#include <string_view>

#include "analyze/ptx/names.h"

namespace kcast::ptx {
namespace {

bool is_written(OperandKind kind) {
  return kind == OperandKind::Register || kind == OperandKind::Sink;
}

bool is_read(OperandKind kind) {
  return kind == OperandKind::Register || kind == OperandKind::Immediate ||
         kind == OperandKind::Special || kind == OperandKind::Symbol ||
         kind == OperandKind::Function;
}

bool fits(const Function& function, const Operand& operand, char letter) {
  const bool written = letter == 'd' || letter == 'D';
  switch (letter) {
    case 'a':
      return operand.kind == OperandKind::Address;
    case 'l':
      return operand.kind == OperandKind::Label;
    case 'D':
    case 'S':
      if (operand.kind != OperandKind::Vector) break;
      for (int32_t e = operand.index; e < operand.index + operand.count; ++e) {
        const OperandKind kind = function.elements[size_t(e)].kind;
        // A load leaves out what "_" stands for; a store has to have all of it.
        if (written ? !is_written(kind) : !is_read(kind)) return false;
      }
      return true;
    default:
      break;
  }
  return written ? is_written(operand.kind) : is_read(operand.kind);
}

bool fits_one(const Function& function, const std::vector<Operand>& operands,
              std::string_view form) {
  bool optional = false;
  size_t at = 0;
  for (const char letter : form) {
    if (letter == '*') return true;
    if (letter == '?') {
      optional = true;
      continue;
    }
    if (at == operands.size()) return optional;
    if (!fits(function, operands[at++], letter)) return false;
  }
  return at == operands.size();
}

// ".v4" moves four values, and no more registers are named than it moves.
bool fits_vector(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::Ld:
    case Op::Ldu:
    case Op::St:
    case Op::Atom:
    case Op::Red:
      break;
    default:
      return true;
  }
  return std::all_of(instruction.operands.begin(), instruction.operands.end(),
                     [&](const Operand& operand) {
                       if (operand.kind == OperandKind::Vector)
                         return operand.count == instruction.vector;
                       return true;
                     });
}

// "mov.b64 {a, b}, c": equal parts of whole bytes.
bool fits_pack(const Instruction& instruction) {
  if (instruction.op != Op::Mov) return true;
  return std::all_of(instruction.operands.begin(), instruction.operands.end(),
                     [&](const Operand& operand) {
                       if (operand.kind != OperandKind::Vector) return true;
                       return bits_of(instruction.type) % (8 * operand.count) == 0 &&
                              bits_of(instruction.type) > 0;
                     });
}

}  // namespace

bool fits_form(const Function& function, const Instruction& instruction) {
  std::string_view forms = forms_of(instruction.op);
  for (;;) {
    const size_t end = forms.find('|');
    if (fits_one(function, instruction.operands, forms.substr(0, end))) {
      return fits_vector(instruction) && fits_pack(instruction);
    }
    if (end == std::string_view::npos) return false;
    forms.remove_prefix(end + 1);
  }
}

}  // namespace kcast::ptx
