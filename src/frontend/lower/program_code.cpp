#include "frontend/lower/program_code.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <set>
#include <utility>

#include "frontend/lower/back_end.h"
#include "frontend/lower/generate.h"
#include "frontend/openmp/offload_entries.h"

namespace kcast::frontend {

namespace {

// Libraries of ours and of OpenMP's runtime are linked later.
bool is_of_a_library(llvm::StringRef name) {
  return name.starts_with("llvm.") || name.starts_with("__kc_") || name.starts_with("__kmpc_") ||
         name.starts_with("__omp_") || name.starts_with("omp_") || name == "vprintf" ||
         name == "malloc" || name == "free";
}

std::set<std::string> missing_in(const llvm::Module& module) {
  std::set<std::string> out;
  for (const llvm::GlobalObject& object : module.global_objects()) {
    const bool is_shared = object.getAddressSpace() == 3;  // sized by the launch
    if (object.isDeclaration() && !object.use_empty() && object.hasName() && !is_shared &&
        !is_of_a_library(object.getName()))
      out.insert(object.getName().str());
  }
  return out;
}

}  // namespace

ProgramCode::ProgramCode(const std::vector<std::unique_ptr<ParsedUnit>>& units) {
  for (const auto& unit : units)
    parts_.push_back({unit.get(), false, ""});
}

Status ProgramCode::generate_part(size_t index) {
  Part& part = parts_[index];
  part.generated = true;
  Lowered ignored;  // what is wrong with the unit is said when it is read itself
  llvm::LLVMContext context;
  context.setDiagnosticHandler(collect_diagnostics(ignored));
  const std::vector<TargetRegion> no_regions;
  const OffloadEntries entries(no_regions);
  Reach reach(*part.unit);
  const auto module = generate(*part.unit, {}, reach, context);
  if (!module) return Unit{};
  for (llvm::GlobalObject& object : (*module)->global_objects()) {
    if (object.isDeclaration() || object.hasLocalLinkage()) continue;
    // Files that are compiled apart may have functions of one name.
    if (object.hasExternalLinkage()) object.setLinkage(llvm::GlobalValue::WeakAnyLinkage);
    defined_in_.emplace(object.getName().str(), index);
  }
  llvm::raw_string_ostream out(part.bitcode);
  llvm::WriteBitcodeToFile(**module, out);
  return Unit{};
}

Status ProgramCode::link_part(const std::string& bitcode, llvm::Module& module) const {
  const llvm::MemoryBufferRef buffer(bitcode, "another file");
  auto part = llvm::getLazyBitcodeModule(buffer, module.getContext());
  if (!part) return Error{ErrorCode::Internal, llvm::toString(part.takeError())};
  if (llvm::Linker::linkModules(module, std::move(*part), llvm::Linker::LinkOnlyNeeded)) {
    return Error{ErrorCode::Internal, "files of the program cannot be linked"};
  }
  return Unit{};
}

Status ProgramCode::link_into(llvm::Module& module, const ParsedUnit& own) {
  if (parts_.size() < 2) return Unit{};
  for (std::set<std::string> missing = missing_in(module); !missing.empty();
       missing = missing_in(module)) {
    std::set<size_t> wanted;
    for (size_t i = 0; i < parts_.size(); ++i) {
      const Part& part = parts_[i];
      if (!part.generated && part.unit->language == own.language) KCAST_OK(generate_part(i));
    }
    for (const std::string& name : missing) {
      const auto found = defined_in_.find(name);
      if (found != defined_in_.end() && parts_[found->second].unit != &own)
        wanted.insert(found->second);
    }
    for (const size_t i : wanted)
      KCAST_OK(link_part(parts_[i].bitcode, module));
    if (missing_in(module) == missing) break;
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.hasWeakAnyLinkage()) variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
  return Unit{};
}

}  // namespace kcast::frontend
