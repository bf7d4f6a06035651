#include "frontend/lower/back_end.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

#include "frontend/lower/libraries.h"
#include "frontend/lower/memory_spaces.h"
#include "frontend/lower/nvcc_habits.h"
#include "frontend/lower/source_lines.h"
#include "frontend/lower/unroll_arrays.h"
#include "frontend/lower/vector_access.h"
#include "frontend/openmp/runtime.h"
#include "frontend/parse/embedded.h"

extern "C" {
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace kcast::frontend {

namespace {

void initialize_target() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
}

// Sets an option of LLVM's by name; it is global to the process. Some options
// count only if they "occurred", so setting the value alone is not enough.
void set_llvm_option(llvm::StringRef name, llvm::StringRef value) {
  auto& options = llvm::cl::getRegisteredOptions();
  const auto found = options.find(name);
  if (found == options.end()) return;
  found->second->reset();
  found->second->addOccurrence(1, name, value);
}

bool rounds_loosely(const BuildSettings& settings, const Language& language) {
  return language.rounds_loosely && !settings.correctly_rounded;
}

// The settings under which Clang's PTX counts like NVIDIA's compilers'. Their
// OpenCL writes div.full and sqrt.approx unless told to round correctly.
void set_llvm_options(const BuildSettings& settings, const Language& language) {
  const bool loose = rounds_loosely(settings, language);
  const char* division = !settings.precise_division ? "0" : loose ? "1" : "2";
  set_llvm_option("nvptx-fma-level", settings.fuse_multiply_add ? "1" : "0");
  set_llvm_option("disable-vector-combine", "true");
  // nvcc does not move arithmetic into the branch that uses it: it counts for all lanes.
  set_llvm_option("instcombine-code-sinking", "false");
  set_llvm_option("disable-machine-sink", "true");
  // Nor does it move arithmetic out of a branch.
  set_llvm_option("spec-exec-max-speculation-cost", "0");
  set_llvm_option("bonus-inst-threshold", kOperationsAheadOfBranch);
  // nvcc unrolls a loop whose length is not known four times, even a long one.
  set_llvm_option("unroll-max-count", "4");
  set_llvm_option("unroll-partial-threshold", "300");
  // Even where the number of iterations takes a division.
  set_llvm_option("scev-cheap-expansion-budget", "60");
  // Addresses of shared and local memory have 32 bits, as nvcc's: sums with constants
  // fold into the instruction. OpenCL's local pointers are arguments of 64 bits.
  set_llvm_option("nvptx-short-ptr", language.short_pointers ? "true" : "false");
  set_llvm_option("nvptx-prec-divf32", division);
  set_llvm_option("nvptx-prec-sqrtf32", settings.precise_sqrt && !loose ? "true" : "false");
}

class CollectDiagnostics : public llvm::DiagnosticHandler {
 public:
  explicit CollectDiagnostics(Lowered& out) : out_(out) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error) return true;
    Diagnostic diagnostic;
    if (info.getKind() == llvm::DK_InlineAsm) {
      // The line that LLVM would print is a number of its own.
      const auto& assembly = static_cast<const llvm::DiagnosticInfoInlineAsm&>(info);
      diagnostic.message = "inline assembly: " + assembly.getMsgStr().str();
      const llvm::Instruction* const place = assembly.getInstruction();
      if (place != nullptr)
        out_.refused.emplace(place->getFunction()->getName().str(), diagnostic.message);
    } else {
      llvm::raw_string_ostream stream(diagnostic.message);
      llvm::DiagnosticPrinterRawOStream printer(stream);
      info.print(printer);
    }
    out_.diagnostics.push_back(std::move(diagnostic));
    return true;
  }

 private:
  Lowered& out_;
};

// Only kernels stay visible: what is inlined everywhere must not stay behind.
void internalize(llvm::Module& module, const llvm::StringSet<>& kernels) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || kernels.contains(function.getName())) continue;
    function.setComdat(nullptr);
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  // nvcc aligns extern __shared__ arrays to 16 bytes.
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() == 3 && variable.isDeclaration() &&
        variable.getAlign().valueOrOne() < llvm::Align(16)) {
      variable.setAlignment(llvm::Align(16));
    }
  }
}

Status link_opencl(llvm::Module& module, const BuildSettings& settings) {
  if (settings.approximate_functions) {
    KCAST_OK(link_bitcode(module, buffer_of(embedded_opencl_fast_library(), "fast OpenCL")));
  }
  return link_archive(module, embedded_opencl_library(), "OpenCL library");
}

void optimize(llvm::Module& module, llvm::TargetMachine& machine, int level,
              const Language& language) {
  llvm::PipelineTuningOptions tuning;
  tuning.SLPVectorization = language.offloads && level > 1;
  tuning.LoopVectorization = language.offloads && level > 1;
  llvm::PassBuilder builder(&machine, tuning);
  if (level > 0 && !language.offloads) {
    add_vector_access(builder);
    add_nvcc_habits(builder);
    add_unroll_arrays(builder);
  }
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  const llvm::OptimizationLevel levels[] = {
      llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1, llvm::OptimizationLevel::O2,
      llvm::OptimizationLevel::O3};
  const llvm::OptimizationLevel chosen = levels[level];
  llvm::ModulePassManager passes = level == 0 ? builder.buildO0DefaultPipeline(chosen)
                                              : builder.buildPerModuleDefaultPipeline(chosen);
  const UnknownDenormals unknown(module);
  passes.run(module, modules);
  drop_fences(module);
}

// One square root per element: the back end has no approximate one for vectors.
llvm::Value* split_square_root(llvm::CallInst* call, unsigned elements) {
  llvm::IRBuilder<> builder(call);
  llvm::Value* result = llvm::PoisonValue::get(call->getType());
  for (unsigned i = 0; i < elements; ++i) {
    llvm::Value* element = builder.CreateExtractElement(call->getArgOperand(0), i);
    llvm::Value* root = builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, element);
    result = builder.CreateInsertElement(result, root, i);
  }
  return result;
}

// The back end takes sqrt.approx only for square roots that allow it.
void loosen_square_roots(llvm::Module& module) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module) {
    if (function.getIntrinsicID() != llvm::Intrinsic::sqrt) continue;
    if (!function.getReturnType()->getScalarType()->isFloatTy()) continue;
    for (llvm::User* user : function.users())
      calls.push_back(llvm::cast<llvm::CallInst>(user));
  }
  for (llvm::CallInst* call : calls) {
    if (const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(call->getType())) {
      call->replaceAllUsesWith(split_square_root(call, type->getNumElements()));
      call->eraseFromParent();
    }
  }
  llvm::Function* scalar = module.getFunction("llvm.sqrt.f32");
  if (scalar == nullptr) return;
  for (llvm::User* user : scalar->users()) {
    llvm::cast<llvm::CallInst>(user)->setHasApproxFunc(true);
    llvm::cast<llvm::CallInst>(user)->setHasNoInfs(true);
  }
}

// Kernels that call a function nobody defines, or an LLVM operation for which
// the back end has no instruction: it would end the process.
std::vector<std::string> unselectable(const llvm::Module& module) {
  static constexpr llvm::Intrinsic::ID kNoInstruction[] = {
      llvm::Intrinsic::pow,   llvm::Intrinsic::powi,  llvm::Intrinsic::exp,
      llvm::Intrinsic::exp10, llvm::Intrinsic::log,   llvm::Intrinsic::log10,
      llvm::Intrinsic::tan,   llvm::Intrinsic::ldexp, llvm::Intrinsic::frexp};
  std::vector<std::string> found;
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() || function.use_empty()) continue;
    for (const llvm::Intrinsic::ID id : kNoInstruction) {
      if (function.getIntrinsicID() == id) found.push_back(function.getName().str());
    }
  }
  return found;
}

int64_t shared_bytes(const llvm::Module& module, const llvm::Function& kernel, bool& uses_dynamic) {
  llvm::DenseSet<const llvm::Value*> visited;
  std::vector<const llvm::Value*> work = {&kernel};
  std::vector<const llvm::GlobalVariable*> variables;
  while (!work.empty()) {
    const llvm::Value* value = work.back();
    work.pop_back();
    if (!visited.insert(value).second) continue;
    if (const auto* function = llvm::dyn_cast<llvm::Function>(value)) {
      for (const llvm::Instruction& instruction : llvm::instructions(*function)) {
        for (const llvm::Value* operand : instruction.operand_values())
          work.push_back(operand);
      }
    } else if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
      if (variable->getAddressSpace() == 3) variables.push_back(variable);
    } else if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
      for (const llvm::Value* operand : constant->operand_values())
        work.push_back(operand);
    }
  }
  // Widest alignment first, as ptxas lays them out.
  std::stable_sort(variables.begin(), variables.end(),
                   [](const llvm::GlobalVariable* a, const llvm::GlobalVariable* b) {
                     return a->getAlign().valueOrOne() > b->getAlign().valueOrOne();
                   });
  for (const llvm::Argument& argument : kernel.args()) {
    // An OpenCL __local parameter: the launch says how much.
    const auto* pointer = llvm::dyn_cast<llvm::PointerType>(argument.getType());
    uses_dynamic |= pointer != nullptr && pointer->getAddressSpace() == 3;
  }
  int64_t bytes = 0;
  for (const llvm::GlobalVariable* variable : variables) {
    if (variable->isDeclaration()) {
      uses_dynamic = true;
      continue;
    }
    const auto align = static_cast<int64_t>(variable->getAlign().valueOrOne().value());
    bytes = (bytes + align - 1) / align * align;
    bytes += static_cast<int64_t>(
        module.getDataLayout().getTypeAllocSize(variable->getValueType()).getFixedValue());
  }
  return bytes;
}

Result<std::unique_ptr<llvm::TargetMachine>> make_machine(const BuildSettings& settings,
                                                          const std::string& triple) {
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (target == nullptr) return Error{ErrorCode::Internal, "no NVPTX back end: " + error};
  llvm::TargetOptions options;
  if (settings.relaxed_math) options.UnsafeFPMath = true;
  constexpr llvm::CodeGenOptLevel kLevels[] = {
      llvm::CodeGenOptLevel::None, llvm::CodeGenOptLevel::Less, llvm::CodeGenOptLevel::Default,
      llvm::CodeGenOptLevel::Aggressive};
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, settings.arch, "+ptx85", options, std::nullopt,
                                  std::nullopt, kLevels[settings.optimization]));
}

Result<std::string> emit(llvm::Module& module, llvm::TargetMachine& machine) {
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile)) {
    return Error{ErrorCode::Internal, "the NVPTX back end cannot write PTX"};
  }
  passes.run(module);
  return without_debug_labels(text.str());
}

}  // namespace

void set_up_back_end(const BuildSettings& settings, const Language& language) {
  initialize_target();
  // Who offloads with OpenMP runs Clang's own code.
  if (!language.offloads) set_llvm_options(settings, language);
}

std::unique_ptr<llvm::DiagnosticHandler> collect_diagnostics(Lowered& lowered) {
  return std::make_unique<CollectDiagnostics>(lowered);
}

Status finish_module(const BackEndJob& job, llvm::Module& module, Lowered& lowered) {
  const Language& language = job.language;
  const BuildSettings& settings = job.settings;
  KCAST_TRY(const auto machine, make_machine(settings, module.getTargetTriple()));
  module.setDataLayout(machine->createDataLayout());
  if (language.links_opencl_library) {
    KCAST_OK(link_opencl(module, settings));
  }
  if (language.offloads) {
    if (!settings.environment_argument) add_launch_environments(module, job.kernels);
    if (!settings.math_library.empty()) {
      KCAST_OK(link_libdevice(module, settings.math_library));
    }
    KCAST_OK(link_openmp_runtime(module));
  }
  internalize(module, job.kernels);
  optimize(module, *machine, settings.optimization, language);
  if (language.offloads) {
    KCAST_OK(link_openmp_runtime(module));
  } else {
    place_operations(module);
  }
  if (rounds_loosely(settings, language)) loosen_square_roots(module);
  for (const std::string& name : unselectable(module)) {
    lowered.diagnostics.push_back({Severity::Error, job.file, 0, 0, "no instruction for " + name});
  }
  if (!lowered.diagnostics.empty()) return Unit{};
  for (const auto& entry : job.kernels) {
    const std::string symbol = entry.getKey().str();
    const llvm::Function* function = module.getFunction(symbol);
    if (function == nullptr || function->isDeclaration()) continue;
    LoweredKernel& out = lowered.kernels[symbol];
    out.static_shared_bytes = shared_bytes(module, *function, out.uses_dynamic_shared);
    out.offload = kernel_environment(module, symbol);
  }
  if (job.links_math) {
    KCAST_OK(link_bitcode(module, buffer_of(embedded_math_library(), "math library")));
  }
  point_at_user_code(module);
  KCAST_TRY(lowered.ptx, emit(module, *machine));
  for (const auto& [symbol, why] : lowered.refused)
    lowered.kernels.erase(symbol);
  return Unit{};
}

Result<std::string> math_ptx(const std::vector<std::string>& names, const BuildSettings& settings) {
  llvm::LLVMContext context;
  llvm::Module module("math library", context);
  module.setTargetTriple("nvptx64-nvidia-cuda");
  KCAST_TRY(const auto machine, make_machine(settings, module.getTargetTriple()));
  module.setDataLayout(machine->createDataLayout());
  auto* const any_type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  for (const std::string& name : names)
    module.getOrInsertFunction(name, any_type);
  KCAST_OK(link_bitcode(module, buffer_of(embedded_math_library(), "math library")));
  return emit(module, *machine);
}

}  // namespace kcast::frontend
