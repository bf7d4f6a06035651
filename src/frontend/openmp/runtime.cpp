#include "frontend/openmp/runtime.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/Linker/Linker.h>

#include <vector>

#include "frontend/parse/embedded.h"

namespace kcast::frontend {

namespace {

// Debian's runtime is compiled for one architecture; all of them take the code.
void drop_target(llvm::Module& runtime) {
  for (llvm::Function& function : runtime) {
    function.removeFnAttr("target-cpu");
    function.removeFnAttr("target-features");
  }
}

bool calls_something_missing(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() && !function.isIntrinsic() && !function.use_empty()) return true;
  }
  return false;
}

int64_t number(const llvm::Constant* structure, unsigned index) {
  const auto* value =
      llvm::dyn_cast_or_null<llvm::ConstantInt>(structure->getAggregateElement(index));
  return value != nullptr ? value->getSExtValue() : 0;
}

llvm::GlobalVariable* new_global(llvm::Module& module, llvm::Type* type, llvm::Constant* value,
                                 const std::string& name) {
  constexpr unsigned kGlobalSpace = 1;
  auto* variable = new llvm::GlobalVariable(
      module, type, /*isConstant=*/false, llvm::GlobalValue::InternalLinkage, value, name, nullptr,
      llvm::GlobalValue::NotThreadLocal, kGlobalSpace);
  variable->setAlignment(llvm::Align(16));
  return variable;
}

}  // namespace

Status link_openmp_runtime(llvm::Module& module) {
  if (!calls_something_missing(module)) return Unit{};
  const std::string_view bytes = embedded_openmp_runtime();
  const llvm::MemoryBufferRef buffer(llvm::StringRef(bytes.data(), bytes.size()), "OpenMP runtime");
  auto runtime = llvm::getLazyBitcodeModule(buffer, module.getContext());
  if (!runtime) {
    return Error{ErrorCode::Internal, "OpenMP runtime: " + llvm::toString(runtime.takeError())};
  }
  drop_target(**runtime);
  (*runtime)->setDataLayout(module.getDataLayout());
  (*runtime)->setTargetTriple(module.getTargetTriple());
  std::vector<std::string> linked;
  const auto hide = [](llvm::Module& whole, const llvm::StringSet<>& names) {
    for (const auto& name : names) {
      if (llvm::GlobalValue* value = whole.getNamedValue(name.getKey());
          value != nullptr && !value->isDeclaration()) {
        value->setLinkage(llvm::GlobalValue::InternalLinkage);
        value->setVisibility(llvm::GlobalValue::DefaultVisibility);
        if (auto* object = llvm::dyn_cast<llvm::GlobalObject>(value)) object->setComdat(nullptr);
      }
    }
  };
  if (llvm::Linker::linkModules(module, std::move(*runtime), llvm::Linker::LinkOnlyNeeded, hide)) {
    return Error{ErrorCode::Internal, "the OpenMP runtime cannot be linked"};
  }
  return Unit{};
}

std::optional<KernelEnvironment> kernel_environment(const llvm::Module& module,
                                                    llvm::StringRef kernel) {
  const llvm::GlobalVariable* variable =
      module.getNamedGlobal((kernel + "_kernel_environment").str());
  if (variable == nullptr || !variable->hasInitializer()) return std::nullopt;
  const llvm::Constant* configuration = variable->getInitializer()->getAggregateElement(0U);
  if (configuration == nullptr) return std::nullopt;
  KernelEnvironment out;
  const int64_t mode = number(configuration, 2);
  out.mode = mode == 1 || mode == 3 ? static_cast<OffloadMode>(mode) : OffloadMode::Spmd;
  out.min_threads = number(configuration, 3);
  out.max_threads = number(configuration, 4);
  out.min_teams = number(configuration, 5);
  out.max_teams = number(configuration, 6);
  out.reduction_bytes = number(configuration, 7);
  out.reduction_length = number(configuration, 8);
  return out;
}

// PluginInterface's getKernelLaunchEnvironment: two counters, and a row for each team.
void add_launch_environments(llvm::Module& module, const llvm::StringSet<>& kernels) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* word = llvm::Type::getInt32Ty(context);
  llvm::PointerType* pointer = llvm::PointerType::get(context, 0);
  llvm::StructType* type = llvm::StructType::get(context, {word, word, pointer});
  std::vector<llvm::Function*> reducing;
  for (llvm::Function& function : module) {
    if (!kernels.contains(function.getName()) || function.isDeclaration()) continue;
    const auto environment = kernel_environment(module, function.getName());
    if (environment && environment->reduction_bytes > 0) reducing.push_back(&function);
  }
  for (llvm::Function* function : reducing) {
    const std::string name = function->getName().str();
    const auto environment = kernel_environment(module, name);
    llvm::Type* rows = llvm::ArrayType::get(
        llvm::Type::getInt8Ty(context),
        static_cast<uint64_t>(environment->reduction_bytes * environment->reduction_length));
    llvm::GlobalVariable* buffer = new_global(module, rows, llvm::ConstantAggregateZero::get(rows),
                                              name + "_reduction_buffer");
    llvm::Constant* zero = llvm::ConstantInt::get(word, 0);
    llvm::Constant* value = llvm::ConstantStruct::get(
        type, {zero, zero, llvm::ConstantExpr::getAddrSpaceCast(buffer, pointer)});
    llvm::GlobalVariable* made = new_global(module, type, value, name + "_launch_environment");
    function->getArg(0)->replaceAllUsesWith(llvm::ConstantExpr::getAddrSpaceCast(made, pointer));
  }
}

}  // namespace kcast::frontend
