#include "analyze/cost/step_needs.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace kcast::cost {
namespace {

using ptx::Instruction;
using ptx::Op;
using ptx::Type;

struct MathNeeds {
  std::string_view name;  // of the function, without what it computes in
  StepNeeds single, real;
};

// Read from kernels in which 24 values live across the call: live registers by nvdisasm beyond
// these, the stack pointer and an address (CUDA 13.0, sm_90).
constexpr std::array kMath = {
    MathNeeds{"sin", {11, true}, {21, true}},    MathNeeds{"cos", {11, true}, {21, true}},
    MathNeeds{"sincos", {12, true}, {23, true}}, MathNeeds{"tan", {11, true}, {13, true}},
    MathNeeds{"exp", {3, false}, {9, true}},     MathNeeds{"exp2", {3, false}, {9, true}},
    MathNeeds{"exp10", {3, false}, {9, true}},   MathNeeds{"expm1", {4, false}, {9, true}},
    MathNeeds{"log", {4, false}, {10, true}},    MathNeeds{"log2", {4, false}, {10, true}},
    MathNeeds{"log10", {4, false}, {10, true}},  MathNeeds{"log1p", {4, true}, {13, true}},
    MathNeeds{"tanh", {5, false}, {9, true}},    MathNeeds{"pow", {6, true}, {15, true}},
    MathNeeds{"atan2", {8, true}, {12, true}},   MathNeeds{"atan", {5, false}, {7, true}},
    MathNeeds{"acos", {5, false}, {16, true}},   MathNeeds{"asin", {5, false}, {13, true}},
    MathNeeds{"cbrt", {4, false}, {7, false}},   MathNeeds{"erf", {6, false}, {7, false}},
    MathNeeds{"erfc", {7, false}, {13, true}},   MathNeeds{"fmod", {5, true}, {12, true}},
    MathNeeds{"hypot", {7, true}, {7, false}},   MathNeeds{"sinh", {6, false}, {13, true}},
    MathNeeds{"cosh", {4, false}, {7, true}},    MathNeeds{"sinpi", {6, false}, {6, false}},
    MathNeeds{"cospi", {7, false}, {6, false}},  MathNeeds{"sincospi", {7, false}, {8, false}},
    MathNeeds{"atanh", {4, true}, {14, true}},   MathNeeds{"tgamma", {6, true}, {16, true}},
    MathNeeds{"lgamma", {7, true}, {16, true}},  MathNeeds{"normcdf", {7, false}, {13, true}},
    MathNeeds{"rsqrt", {2, false}, {7, true}},
};
constexpr StepNeeds kOtherMath = {10, true};
constexpr StepNeeds kFunction = {16, true};  // of the program, which was not inlined

StepNeeds of_math(std::string_view callee) {
  callee.remove_prefix(std::string_view("__kc_").size());
  const std::string_view name = callee.substr(0, callee.rfind('_'));
  const auto found = std::find_if(kMath.begin(), kMath.end(),
                                  [&](const MathNeeds& needs) { return needs.name == name; });
  if (found == kMath.end()) return kOtherMath;
  return callee.ends_with("_f64") ? found->real : found->single;
}

StepNeeds of_call(const ptx::Module& module, const Instruction& i) {
  for (const ptx::Operand& operand : i.operands) {
    if (operand.kind != ptx::OperandKind::Function || operand.index < 0) continue;
    const std::string_view callee = module.functions[static_cast<size_t>(operand.index)].name;
    return ptx::is_canonical_math(callee) ? of_math(callee) : kFunction;
  }
  return kFunction;
}

StepNeeds of_division(const Instruction& i) {
  if (i.approx) return {1, false};
  if (i.type == Type::F64) return {13, true};
  if (i.type == Type::F32) return i.full ? StepNeeds{2, false} : StepNeeds{8, true};
  const bool constant = i.operands.size() == 3 && i.operands[2].kind == ptx::OperandKind::Immediate;
  if (constant) return {2, false};
  return ptx::bits_of(i.type) == 64 ? StepNeeds{8, true} : StepNeeds{7, false};
}

}  // namespace

StepNeeds step_needs(const ptx::Module& module, const Instruction& i) {
  switch (i.op) {
    case Op::Call:
      return of_call(module, i);
    case Op::Div:
    case Op::Rem:
      return of_division(i);
    case Op::Sqrt:
      if (i.approx) return {1, false};
      return i.type == Type::F64 ? StepNeeds{10, true} : StepNeeds{4, true};
    case Op::Rcp:
      if (i.approx) return {};
      return i.type == Type::F64 ? StepNeeds{7, true} : StepNeeds{6, true};
    default:
      return {};
  }
}

}  // namespace kcast::cost
