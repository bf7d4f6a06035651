#include "frontend/openmp/offload_entries.h"

#include <llvm/Frontend/OpenMP/OMPIRBuilder.h>

namespace kcast::frontend {

namespace {

const OffloadEntries* current_entries = nullptr;  // a worker serves one request, in one thread

}  // namespace

OffloadEntries::OffloadEntries(const std::vector<TargetRegion>& regions)
    : regions_(regions), around_(current_entries) {
  current_entries = this;
}

OffloadEntries::~OffloadEntries() {
  current_entries = around_;
}

// Where LLVM is a shared library, a definition in the program comes before the library's. A static
// program has the library's own, and the linker's --wrap sends the callers here
// (cmake/KcastLlvm.cmake).
#ifdef KCAST_WRAPS_LLVM
#define KCAST_LINK_NAME(name) __asm__("__wrap_" name)
#else
#define KCAST_LINK_NAME(name) __asm__(name)
#endif

using FileAndLine = std::function<std::tuple<std::string, uint64_t>()>;

// OpenMPIRBuilder::getTargetEntryUniqueInfo
llvm::TargetRegionEntryInfo region_identity(FileAndLine where, llvm::StringRef parent)
    KCAST_LINK_NAME(
        "_ZN4llvm15OpenMPIRBuilder24getTargetEntryUniqueInfoESt8functionIFSt5tupleIJNSt7__cxx1112"
        "basic_stringIcSt11char_traitsIcESaIcEEEmEEvEENS_9StringRefE");

llvm::TargetRegionEntryInfo region_identity(FileAndLine where, llvm::StringRef parent) {
  return {parent, 0, 0, static_cast<unsigned>(std::get<1>(where()))};
}

// OpenMPIRBuilder::loadOffloadInfoMetadata: a member function is called like one that has `this`
// before its parameters.
void list_regions(llvm::OpenMPIRBuilder* builder, llvm::StringRef file)
    KCAST_LINK_NAME("_ZN4llvm15OpenMPIRBuilder23loadOffloadInfoMetadataENS_9StringRefE");

void list_regions(llvm::OpenMPIRBuilder* builder, llvm::StringRef /*file*/) {
  if (current_entries == nullptr) return;
  llvm::OffloadEntriesInfoManager& entries = builder->OffloadInfoManager;
  for (const TargetRegion& region : current_entries->regions()) {
    entries.initializeTargetRegionEntryInfo(
        {kernel_symbol(*region.function), 0, 0, region.line, region.count}, entries.size());
  }
}

}  // namespace kcast::frontend
