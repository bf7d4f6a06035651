#include "frontend/lower/trial.h"

#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/PrettyStackTrace.h>

#include <cstdlib>

#include "base/worker/survive.h"
#include "frontend/lower/lower.h"

namespace kcast::frontend {

namespace {

void abandon(void* /*data*/, const char* /*why*/, bool /*is_bug*/) {
  abandon_work();
}

bool survives_lowering(ParsedUnit& unit, const std::function<void()>& lower_some) {
  const llvm::ScopedFatalErrorHandler fatal(abandon);
  llvm::install_bad_alloc_error_handler(abandon);
  const void* const stack_top = llvm::SavePrettyStackState();
  const bool survived = survives(lower_some);
  llvm::RestorePrettyStackState(stack_top);
  llvm::remove_bad_alloc_error_handler();
  forward_announcements(unit, nullptr);
  return survived;
}

// Trials that crashed have kept their memory. Address space is what is limited, so nothing of it
// need be touched.
bool has_memory_for_lowering() {
  constexpr size_t kEnough = size_t{1} << 30;
  void* const block = std::malloc(kEnough);
  const bool is_there = block != nullptr;
  std::free(block);
  return is_there;
}

template <typename T>
std::vector<T> part_of(const std::vector<T>& all, size_t first, size_t last) {
  return {all.begin() + static_cast<ptrdiff_t>(first), all.begin() + static_cast<ptrdiff_t>(last)};
}

}  // namespace

CrashSearchResult try_lowering(ParsedUnit& unit, const BuildSettings& settings,
                               const std::vector<const clang::FunctionDecl*>& kernels,
                               const std::vector<TargetRegion>& regions, Reach& reach,
                               ProgramCode* program) {
  const auto try_range = [&](size_t first, size_t last) {
    return survives_lowering(unit, [&] {
      if (regions.empty()) {
        static_cast<void>(lower(unit, settings, part_of(kernels, first, last), reach, program));
      } else {
        static_cast<void>(
            lower_regions(unit, settings, part_of(regions, first, last), reach, program));
      }
    });
  };
  return search_crashes(kernels.size(), try_range, has_memory_for_lowering);
}

}  // namespace kcast::frontend
