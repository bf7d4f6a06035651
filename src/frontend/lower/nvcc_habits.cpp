#include "frontend/lower/nvcc_habits.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CodeMetrics.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SeparateConstOffsetFromGEP.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <cmath>
#include <optional>

namespace kcast::frontend {

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

// Keeps what is rounded behind it in the precision in which it was computed.
bool is_fence(const llvm::CallInst& call) {
  return call.getIntrinsicID() == llvm::Intrinsic::arithmetic_fence;
}

std::optional<double> value_of(const llvm::CallInst& call) {
  const llvm::Function* function = call.getCalledFunction();
  const std::optional<double> x = constant_argument(call, 0);
  if (function == nullptr || !x) return std::nullopt;
  if (is_fence(call)) return x;
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

// How large the body of a function is that NVIDIA's compilers see where we have a call: what
// decides whether a loop around it is unrolled by four, by two or not at all. Functions that
// are not listed are short.
enum class BodySize : uint8_t { Short, Middle, Long };
constexpr llvm::StringLiteral kMiddleBodies[] = {
    "asinh_f32", "acosh_f32", "erfc_f32",  "erfcx_f32", "normcdf_f32", "exp2_f64",
    "exp10_f64", "expm1_f64", "log_f64",   "log2_f64",  "log10_f64",   "sin_f64",
    "cos_f64",   "tan_f64",   "sinpi_f64", "cospi_f64", "asin_f64",    "acos_f64",
    "sinh_f64",  "tanh_f64",  "erf_f64",   "cbrt_f64",  "rcbrt_f64",
};
constexpr llvm::StringLiteral kLongBodies[] = {
    "sin_f32",     "cos_f32",        "sincos_f32",    "sincos_f64", "tan_f32",       "tgamma_f32",
    "lgamma_f32",  "pow_f32",        "fmod_f32",      "log1p_f64",  "asinh_f64",     "acosh_f64",
    "atanh_f64",   "erfc_f64",       "erfinv_f64",    "erfcx_f64",  "tgamma_f64",    "lgamma_f64",
    "normcdf_f64", "normcdfinv_f64", "remainder_f32", "fmod_f64",   "remainder_f64", "j0_f32",
    "j1_f32",      "y0_f32",         "y1_f32",        "j0_f64",     "j1_f64",        "y0_f64",
    "y1_f64",      "pow_f64",
};

// Empty: no call of a canonical function.
std::optional<BodySize> called_body_size(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  llvm::StringRef name = callee == nullptr ? "" : callee->getName();
  if (!name.consume_front("__kc_")) return std::nullopt;
  if (llvm::is_contained(kLongBodies, name)) return BodySize::Long;
  return llvm::is_contained(kMiddleBodies, name) ? BodySize::Middle : BodySize::Short;
}

// Clang takes every function and every piece of assembly for one in which lanes may have to
// meet, and keeps its loops as they are. Functions of numbers and most instructions are not.
class LanesApart : public llvm::PassInfoMixin<LanesApart> {
 public:
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& /*all*/) {
    for (llvm::Function& function : module) {
      if (function.isDeclaration() && function.getName().starts_with("__kc_")) {
        function.setNotConvergent();
      }
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (call == nullptr || !call->isConvergent()) continue;
        const bool alone = is_alone(*call);
        if (called_body_size(*call) || alone || is_fence(*call)) call->setNotConvergent();
        // Clang does not say so of assembly, and then keeps what nobody needs.
        if (alone) call->addFnAttr(llvm::Attribute::WillReturn);
      }
    }
    return llvm::PreservedAnalyses::none();
  }
  // NOLINTNEXTLINE(readability-identifier-naming): LLVM asks for this name.
  static bool isRequired() { return true; }

 private:
  // Assembly that loads, converts or computes for each lane by itself.
  static bool is_alone(const llvm::CallInst& call) {
    const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
    if (assembly == nullptr || assembly->hasSideEffects()) return false;
    const llvm::StringRef text = assembly->getAsmString();
    for (const char* meets : {"shfl", "vote", "match", "redux", "bar", "activemask", "elect", "mma",
                              "matrix", "async"}) {
      if (text.contains(meets)) return false;
    }
    return true;
  }
};

// nvcc unrolls an innermost loop of known length that is too long to be unrolled whole by a
// power of two that divides the length, as long as the body stays below a size; and whole when
// two or three rounds would be left. LLVM's own choice is kept to four for the loops of unknown
// length; those that hold long functions are unrolled by two, or not at all.
class UnrollCounted : public llvm::PassInfoMixin<UnrollCounted> {
 public:
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& all) {
    auto& evolution = all.getResult<llvm::ScalarEvolutionAnalysis>(function);
    const auto& costs = all.getResult<llvm::TargetIRAnalysis>(function);
    auto& assumptions = all.getResult<llvm::AssumptionAnalysis>(function);
    for (llvm::Loop* loop : all.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
      if (!loop->isInnermost() || is_told_to_unroll(*loop)) continue;
      const unsigned called = called_size(*loop);
      if (called > kCalledOnce) {
        llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.disable", 1);
        continue;
      }
      if (called > kCalledTwice) {
        llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.count", 2);
        continue;
      }
      const unsigned rounds = evolution.getSmallConstantTripCount(loop);
      if (rounds < 2) continue;
      const unsigned count = count_for(rounds, size_of(*loop, costs, assumptions));
      if (count > 1) llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.count", count);
    }
    return llvm::PreservedAnalyses::all();
  }

 private:
  static constexpr unsigned kWhole = 300;    // instructions of a loop that is unrolled whole
  static constexpr unsigned kPart = 200;     // of one that is unrolled in part
  static constexpr unsigned kFewRounds = 3;  // that are not worth a loop

  // Of the bodies that are called, in instructions, roughly.
  static constexpr unsigned kCalledOnce = 150;  // more: the loop stays as it is
  static constexpr unsigned kCalledTwice = 75;

  static unsigned called_size(const llvm::Loop& loop) {
    constexpr unsigned kSizes[] = {25, 80, 200};
    unsigned size = 0;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        if (const auto body = called_body_size(instruction)) {
          size += kSizes[static_cast<size_t>(*body)];
        }
      }
    }
    return size;
  }

  // Without the test and the branch, which unrolling does not repeat.
  static unsigned size_of(const llvm::Loop& loop, const llvm::TargetTransformInfo& costs,
                          llvm::AssumptionCache& assumptions) {
    llvm::SmallPtrSet<const llvm::Value*, 32> ignored;
    llvm::CodeMetrics::collectEphemeralValues(&loop, &assumptions, ignored);
    llvm::CodeMetrics metrics;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      metrics.analyzeBasicBlock(block, costs, ignored);
    }
    if (!metrics.NumInsts.isValid()) return kPart;
    const auto size = static_cast<unsigned>(*metrics.NumInsts.getValue());
    return size > 3 ? size - 2 : 1;
  }

  static unsigned count_for(unsigned rounds, unsigned size) {
    if (rounds * uint64_t{size} <= kWhole) return 0;
    unsigned count = 1;
    while (rounds % (2 * count) == 0 && 2 * count * size <= kPart)
      count *= 2;
    return count > 1 && rounds / count <= kFewRounds ? rounds : count;
  }
};

// nvcc adds up indices of 32 bits in 32 bits and widens the sum. LLVM widens each, to take
// constants out of them; after that the sum is narrow again.
class NarrowSums : public llvm::PassInfoMixin<NarrowSums> {
 public:
  static llvm::PreservedAnalyses run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& /*all*/) {
    bool changed = false;
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
        auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
        if (sum != nullptr && narrow(*sum)) changed = true;
      }
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }

 private:
  // The 32-bit value that an operand widens by its sign; null: it is something else.
  static llvm::Value* narrow_operand(llvm::Value* wide) {
    auto* extended = llvm::dyn_cast<llvm::SExtInst>(wide);
    if (extended == nullptr || !extended->getSrcTy()->isIntegerTy(32)) return nullptr;
    return extended->getOperand(0);
  }

  static bool is_sum(const llvm::BinaryOperator& sum) {
    if (sum.getOpcode() == llvm::Instruction::Add) return true;
    const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&sum);
    return disjoint != nullptr && disjoint->isDisjoint();
  }

  static bool narrow(llvm::BinaryOperator& sum) {
    if (!sum.getType()->isIntegerTy(64) || !is_sum(sum)) return false;
    llvm::Value* first = narrow_operand(sum.getOperand(0));
    llvm::Value* second = narrow_operand(sum.getOperand(1));
    if (first == nullptr || second == nullptr) return false;
    llvm::IRBuilder<> builder(&sum);
    llvm::Value* total = builder.CreateNSWAdd(first, second);
    sum.replaceAllUsesWith(builder.CreateSExt(total, sum.getType()));
    sum.eraseFromParent();
    return true;
  }
};

}  // namespace

bool is_told_to_unroll(const llvm::Loop& loop) {
  for (const char* name : {"disable", "count", "full", "enable"}) {
    const std::string text = std::string("llvm.loop.unroll.") + name;
    if (llvm::findOptionMDForLoop(&loop, text) != nullptr) return true;
  }
  return false;
}

void add_nvcc_habits(llvm::PassBuilder& builder) {
  // The operations of a condition are counted before equal ones are joined, which would tie them
  // to the code after the branch.
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(ForgetRanges());
        passes.addPass(LanesApart());
        llvm::FunctionPassManager functions;
        functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
        functions.addPass(llvm::SimplifyCFGPass());
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
      });
  builder.registerPeepholeEPCallback(
      [](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(FoldFunctions());
      });
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(UnrollCounted());
      });
  builder.registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        llvm::FunctionPassManager functions;
        functions.addPass(llvm::SeparateConstOffsetFromGEPPass());
        functions.addPass(MergeIndices());
        functions.addPass(NarrowSums());
        functions.addPass(llvm::EarlyCSEPass());
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
      });
}

void drop_fences(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr || !is_fence(*call)) continue;
      call->replaceAllUsesWith(call->getArgOperand(0));
      call->eraseFromParent();
    }
  }
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

}  // namespace kcast::frontend
