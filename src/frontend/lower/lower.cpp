#include "frontend/lower/lower.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Module.h>

#include "frontend/lower/back_end.h"
#include "frontend/lower/generate.h"
#include "frontend/lower/lower_pieces.h"
#include "frontend/openmp/offload_entries.h"
#include "frontend/parse/kernels.h"

namespace kcast::frontend {

Result<Lowered> lower(ParsedUnit& unit, const BuildSettings& settings,
                      const std::vector<const clang::FunctionDecl*>& kernels, Reach& reach,
                      ProgramCode* program, const AnswerPieces& answer) {
  set_up_back_end(settings, *unit.language);
  Lowered generated;
  llvm::LLVMContext context;
  context.setDiagnosticHandler(collect_diagnostics(generated));
  const llvm::DenseSet<const clang::FunctionDecl*> wanted(kernels.begin(), kernels.end());
  KCAST_TRY(const auto module, generate(unit, wanted, reach, context));
  if (program != nullptr) KCAST_OK(program->link_into(*module, unit));
  if (!generated.diagnostics.empty()) return generated;
  llvm::StringSet<> symbols;
  for (const clang::FunctionDecl* kernel : kernels)
    symbols.insert(kernel_symbol(*kernel));
  return lower_pieces({*unit.language, settings, unit.file, symbols, answer}, *module);
}

Result<Lowered> lower_regions(ParsedUnit& unit, const BuildSettings& settings,
                              const std::vector<TargetRegion>& regions, Reach& reach,
                              ProgramCode* program) {
  set_up_back_end(settings, *unit.language);
  Lowered lowered;
  llvm::LLVMContext context;
  context.setDiagnosticHandler(collect_diagnostics(lowered));
  llvm::DenseSet<const clang::FunctionDecl*> wanted;
  llvm::StringSet<> symbols;
  for (const TargetRegion& region : regions) {
    wanted.insert(region.function);
    symbols.insert(region.symbol);
  }
  const OffloadEntries entries(regions);
  KCAST_TRY(const auto module, generate(unit, wanted, reach, context));
  if (program != nullptr) KCAST_OK(program->link_into(*module, unit));
  KCAST_OK(finish_module({*unit.language, settings, unit.file, symbols, true}, *module, lowered));
  return lowered;
}

}  // namespace kcast::frontend
