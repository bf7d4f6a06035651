#include "frontend/nvcc_habits.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <cmath>
#include <optional>

namespace kcast {

namespace {

constexpr const char* kDenormals = "denormal-fp-math";
constexpr const char* kUnknown = "dynamic,dynamic";

struct Unary {
  llvm::StringRef name;
  double (*value)(double);
};
// NVIDIA's compilers see the bodies of these, so constants go through them.
constexpr Unary kUnary[] = {
    {"sin", std::sin},   {"cos", std::cos},   {"tan", std::tan},     {"asin", std::asin},
    {"acos", std::acos}, {"atan", std::atan}, {"sinh", std::sinh},   {"cosh", std::cosh},
    {"tanh", std::tanh}, {"exp", std::exp},   {"exp2", std::exp2},   {"expm1", std::expm1},
    {"log", std::log},   {"log2", std::log2}, {"log10", std::log10}, {"log1p", std::log1p},
    {"cbrt", std::cbrt}, {"erf", std::erf},   {"erfc", std::erfc},
};

// "sin" of "__kc_sin_f32"; empty for other functions and for half.
llvm::StringRef canonical_name(llvm::StringRef function) {
  if (!function.consume_front("__kc_")) return "";
  if (!function.consume_back("_f32") && !function.consume_back("_f64")) return "";
  return function;
}

std::optional<double> constant_argument(const llvm::CallInst& call, unsigned at) {
  if (call.arg_size() <= at) return std::nullopt;
  const auto* constant = llvm::dyn_cast<llvm::ConstantFP>(call.getArgOperand(at));
  if (constant == nullptr) return std::nullopt;
  const llvm::Type* type = constant->getType();
  if (type->isFloatTy()) return constant->getValueAPF().convertToFloat();
  if (type->isDoubleTy()) return constant->getValueAPF().convertToDouble();
  return std::nullopt;
}

// The approximate instructions that nvcc folds; it leaves reciprocals and roots alone.
std::optional<double> approximation(llvm::Intrinsic::ID id, double x) {
  switch (id) {
    case llvm::Intrinsic::nvvm_sin_approx_f:
    case llvm::Intrinsic::nvvm_sin_approx_ftz_f:
      return std::sin(x);
    case llvm::Intrinsic::nvvm_cos_approx_f:
    case llvm::Intrinsic::nvvm_cos_approx_ftz_f:
      return std::cos(x);
    case llvm::Intrinsic::nvvm_ex2_approx_f:
    case llvm::Intrinsic::nvvm_ex2_approx_ftz_f:
      return std::exp2(x);
    case llvm::Intrinsic::nvvm_lg2_approx_f:
    case llvm::Intrinsic::nvvm_lg2_approx_ftz_f:
      return std::log2(x);
    default:
      return std::nullopt;
  }
}

std::optional<double> value_of(const llvm::CallInst& call) {
  const llvm::Function* function = call.getCalledFunction();
  const std::optional<double> x = constant_argument(call, 0);
  if (function == nullptr || !x) return std::nullopt;
  if (function->isIntrinsic()) return approximation(function->getIntrinsicID(), *x);
  const llvm::StringRef name = canonical_name(function->getName());
  if (name == "pow") {
    const std::optional<double> y = constant_argument(call, 1);
    return y ? std::optional<double>(std::pow(*x, *y)) : std::nullopt;
  }
  if (call.arg_size() != 1 || !function->getReturnType()->isFloatingPointTy()) return std::nullopt;
  for (const Unary& unary : kUnary) {
    if (unary.name == name) return unary.value(*x);
  }
  return std::nullopt;
}

class FoldFunctions : public llvm::PassInfoMixin<FoldFunctions> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    std::vector<std::pair<llvm::CallInst*, double>> folded;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr) continue;
      if (const std::optional<double> value = value_of(*call)) folded.emplace_back(call, *value);
    }
    for (const auto& [call, value] : folded) {
      call->replaceAllUsesWith(llvm::ConstantFP::get(call->getType(), value));
      call->eraseFromParent();
    }
    if (folded.empty()) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses kept;
    kept.preserveSet<llvm::CFGAnalyses>();
    return kept;
  }
};

// nvcc's optimizer does not know how large the numbers of threads and blocks can be;
// who does turns divisions of indices into others.
class ForgetRanges : public llvm::PassInfoMixin<ForgetRanges> {
 public:
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& /*all*/) {
    for (llvm::Function& function : module) {
      if (!function.getName().starts_with("llvm.nvvm.read.ptx.sreg.")) continue;
      function.removeRetAttr(llvm::Attribute::Range);
      for (llvm::User* user : function.users()) {
        auto* call = llvm::cast<llvm::CallInst>(user);
        call->removeRetAttr(llvm::Attribute::Range);
        call->setMetadata(llvm::LLVMContext::MD_range, nullptr);
      }
    }
    return llvm::PreservedAnalyses::none();
  }
  // NOLINTNEXTLINE(readability-identifier-naming): LLVM asks for this name.
  static bool isRequired() { return true; }
};

// nvcc adds up the indices of a pointer into an array and of its element before it scales
// them: p + row, then [i], is one sum of 64 bits. Clang makes two addresses of it.
class MergeIndices : public llvm::PassInfoMixin<MergeIndices> {
 public:
  static llvm::PreservedAnalyses run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& /*all*/) {
    bool changed = false;
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& instruction : block) {
        auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
        while (element != nullptr && merge(*element))
          changed = true;
      }
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }

 private:
  static bool has_index(const llvm::GetElementPtrInst& element) {
    return element.getNumIndices() == 1 && !llvm::isa<llvm::Constant>(*element.idx_begin()) &&
           (*element.idx_begin())->getType()->isIntegerTy();
  }
  static bool merge(llvm::GetElementPtrInst& element) {
    auto* row = llvm::dyn_cast<llvm::GetElementPtrInst>(element.getPointerOperand());
    if (row == nullptr || !has_index(*row) || !has_index(element)) return false;
    if (row->getSourceElementType() != element.getSourceElementType()) return false;
    llvm::IRBuilder<> builder(&element);
    llvm::Type* wide = builder.getInt64Ty();
    llvm::Value* sum = builder.CreateAdd(builder.CreateSExtOrTrunc(*row->idx_begin(), wide),
                                         builder.CreateSExtOrTrunc(*element.idx_begin(), wide));
    element.setOperand(0, row->getPointerOperand());
    element.setOperand(1, sum);
    if (row->use_empty()) row->eraseFromParent();
    return true;
  }
};

}  // namespace

void add_nvcc_habits(llvm::PassBuilder& builder) {
  // The operations of a condition are counted before equal ones are joined, which would tie them
  // to the code after the branch.
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(ForgetRanges());
        llvm::FunctionPassManager functions;
        functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
        functions.addPass(llvm::SimplifyCFGPass());
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
      });
  builder.registerPeepholeEPCallback(
      [](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(FoldFunctions());
      });
  builder.registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(MergeIndices()));
      });
}

UnknownDenormals::UnknownDenormals(llvm::Module& module) : module_(module) {
  for (llvm::Function& function : module_) {
    if (!function.isDeclaration() && !function.hasFnAttribute(kDenormals))
      function.addFnAttr(kDenormals, kUnknown);
  }
}

UnknownDenormals::~UnknownDenormals() {
  for (llvm::Function& function : module_) {
    if (function.getFnAttribute(kDenormals).getValueAsString() == kUnknown)
      function.removeFnAttr(kDenormals);
  }
}

}  // namespace kcast
