#include "analyze/cost/step_class.h"

#include "analyze/ptx/predicated.h"
#include "analyze/ptx/slice_memory.h"

namespace kcast::cost {

using ptx::Instruction;
using ptx::Op;
using ptx::Operand;
using ptx::SpecialRegister;

bool is_constant_special(const Operand& operand) {
  switch (operand.special) {
    case SpecialRegister::NTid:
    case SpecialRegister::CtaId:
    case SpecialRegister::NCtaId:
    case SpecialRegister::NWarpId:
    case SpecialRegister::GridId:
    case SpecialRegister::DynamicSharedSize:
    case SpecialRegister::TotalSharedSize:
      return true;
    default:
      return false;
  }
}

bool is_uniform_operation(const Instruction& i) {
  if (ptx::is_float(i.type) || ptx::is_float(i.type2)) return false;
  switch (i.op) {
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Mad:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Not:
    case Op::Neg:
    case Op::Shl:
    case Op::Shr:
    case Op::Shf:
    case Op::Lop3:
    case Op::Setp:
    case Op::Selp:
    case Op::Mov:
    case Op::Cvt:
    case Op::Cvta:
    case Op::Min:
    case Op::Max:
      return true;
    default:
      return false;
  }
}

bool has_effect(const Instruction& i) {
  switch (i.op) {
    case Op::Bra:
    case Op::BrxIdx:
    case Op::Ret:
    case Op::Exit:
    case Op::Trap:
    case Op::Call:
    case Op::Atom:
    case Op::Red:
    case Op::Unknown:
    case Op::Shfl:
    case Op::Vote:
    case Op::Match:
    case Op::Redux:
    case Op::Mma:
    case Op::WmmaMma:
    case Op::Wgmma:
      return true;
    default:
      return i.destinations == 0 || ptx::writes_memory(i) || i.is_volatile;
  }
}

StepClass class_of(const Instruction& i) {
  if (ptx::is_barrier(i) || i.op == Op::BarWarp || i.is_volatile || i.relaxed)
    return StepClass::Fence;
  if (ptx::writes_memory(i)) return StepClass::Store;
  const ptx::Space space = ptx::memory_of(i);
  switch (i.op) {
    case Op::Ld:
    case Op::Ldu:
    case Op::LdMatrix:
    case Op::WmmaLoad:
      if (space == ptx::Space::Shared) return StepClass::SharedLoad;
      return space == ptx::Space::Global || space == ptx::Space::Local ? StepClass::Load
                                                                       : StepClass::Constant;
    case Op::Tex:
    case Op::Tld4:
      return StepClass::Load;
    case Op::Bra:
    case Op::BrxIdx:
    case Op::Ret:
    case Op::Exit:
      return StepClass::Branch;
    default:
      return StepClass::Arithmetic;
  }
}

}  // namespace kcast::cost
