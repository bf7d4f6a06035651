#include "frontend/lower/memory_spaces.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <vector>

namespace kcast::frontend {

namespace {

// The address space of an object that pointers are made from; 0 where it cannot be told.
unsigned space_of(const llvm::Value* object) {
  // A pointer in a structure that the kernel takes by value.
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(object)) {
    object = llvm::getUnderlyingObject(load->getPointerOperand());
    const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
    if (argument == nullptr || !argument->hasByValAttr()) return 0;
  }
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object)) {
    return variable->getAddressSpace();
  }
  const auto* argument = llvm::dyn_cast<llvm::Argument>(object);
  const bool is_kernel_argument = argument != nullptr && !argument->getParent()->hasLocalLinkage();
  return is_kernel_argument ? 1 : 0;
}

unsigned space_behind(const llvm::Value* pointer) {
  llvm::SmallVector<const llvm::Value*> objects;
  llvm::getUnderlyingObjects(pointer, objects);
  unsigned space = 0;
  for (const llvm::Value* object : objects) {
    const unsigned found = space_of(object);
    if (found == 0 || (space != 0 && found != space)) return 0;
    space = found;
  }
  return space;
}

bool is_placed_by_hand(const llvm::Function& function) {
  const llvm::Intrinsic::ID id = function.getIntrinsicID();
  if (id == llvm::Intrinsic::nvvm_atomic_load_inc_32 ||
      id == llvm::Intrinsic::nvvm_atomic_load_dec_32) {
    return true;
  }
  const llvm::StringRef name = function.getName();
  return name.starts_with("llvm.nvvm.wmma.") &&
         (name.contains(".load.") || name.contains(".store."));
}

void place(llvm::CallInst& call, unsigned space) {
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Value*> arguments(call.args());
  auto* type = llvm::PointerType::get(call.getContext(), space);
  arguments[0] = builder.CreateAddrSpaceCast(arguments[0], type);
  call.replaceAllUsesWith(builder.CreateIntrinsic(call.getIntrinsicID(), {type}, arguments));
  call.eraseFromParent();
}

}  // namespace

void place_operations(llvm::Module& module) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module) {
    if (!function.isIntrinsic() || !is_placed_by_hand(function)) continue;
    for (llvm::User* user : function.users())
      calls.push_back(llvm::cast<llvm::CallInst>(user));
  }
  for (llvm::CallInst* call : calls) {
    const llvm::Value* pointer = call->getArgOperand(0);
    if (pointer->getType()->getPointerAddressSpace() != 0) continue;
    const unsigned space = space_behind(pointer);
    if (space != 0) place(*call, space);
  }
}

}  // namespace kcast::frontend
