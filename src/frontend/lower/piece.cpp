#include "frontend/lower/piece.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Support/raw_ostream.h>

#include "base/wire_result.h"
#include "frontend/lower/back_end.h"
#include "schema/openmp/offload_wire.h"
#include "schema/schema_wire.h"

namespace kcast::frontend {

KCAST_WIRE(LoweredKernel, static_shared_bytes, uses_dynamic_shared, offload)
KCAST_WIRE(Lowered, ptx, kernels, refused, diagnostics)
KCAST_WIRE(BuildSettings, arch, standard, optimization, flush_denormals, precise_division,
           precise_sqrt, correctly_rounded, fuse_multiply_add, approximate_functions, relaxed_math,
           finite_math_only, no_signed_zeros, max_registers, environment_argument, math_library,
           defines, undefines, toolkit_flags)

KCAST_WIRE(PieceQuestion, language, settings, file, kernels, bitcode, math)

namespace {

Result<Lowered> lower_piece(const PieceQuestion& question) {
  KCAST_TRY(const Language* const language, find_language(question.language, ""));
  set_up_back_end(question.settings, *language);
  Lowered lowered;
  if (!question.math.empty()) {
    KCAST_TRY(lowered.ptx, math_ptx(question.math, question.settings));
    return lowered;
  }
  llvm::LLVMContext context;
  context.setDiagnosticHandler(collect_diagnostics(lowered));
  const llvm::MemoryBufferRef bytes(question.bitcode, question.file);
  auto module = llvm::parseBitcodeFile(bytes, context);
  if (!module) return Error{ErrorCode::Internal, llvm::toString(module.takeError())};
  llvm::StringSet<> kernels;
  for (const std::string& kernel : question.kernels)
    kernels.insert(kernel);
  KCAST_OK(
      finish_module({*language, question.settings, question.file, kernels}, **module, lowered));
  if (lowered.ptx.empty() && !lowered.diagnostics.empty()) {
    for (const std::string& kernel : question.kernels)
      lowered.refused.emplace(kernel, lowered.diagnostics[0].message);
  }
  return lowered;
}

}  // namespace

std::string piece_question(const PieceQuestion& question) {
  return to_wire(question);
}

std::string answer_piece(std::string_view question) {
  Result<Lowered> answer = Error{ErrorCode::Internal, "a malformed request"};
  if (const auto asked = from_wire<PieceQuestion>(question)) answer = lower_piece(*asked);
  return result_to_wire(answer);
}

Result<Lowered> read_piece_answer(std::string_view answer) {
  return result_from_wire<Lowered>(answer);
}

void warm_back_end() {
  llvm::LLVMContext context;
  llvm::Module module("warm", context);
  module.setTargetTriple("nvptx64-nvidia-cuda");
  auto* const type = llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                             {llvm::PointerType::get(context, 0)}, false);
  auto* const kernel =
      llvm::Function::Create(type, llvm::Function::ExternalLinkage, "warm", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", kernel));
  builder.CreateStore(builder.getInt32(1), kernel->getArg(0));
  builder.CreateRetVoid();
  PieceQuestion question{"cuda", {}, "warm", {"warm"}, "", {}};
  llvm::raw_string_ostream stream(question.bitcode);
  llvm::WriteBitcodeToFile(module, stream);
  static_cast<void>(lower_piece(question));
}

}  // namespace kcast::frontend
