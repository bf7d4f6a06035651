#include "predict/toolkit/machine_code.h"

#include <map>
#include <string>
#include <utility>

#include "analyze/machine/lift.h"
#include "schema/ptx_text.h"

namespace kcast::predict {

namespace {

// What the interpreter's addresses and the places of parameters are right for.
constexpr std::string_view kArch = "sm_90";

void warn(Inspection& inspection, const std::string& file, std::string message) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::Warning;
  diagnostic.file = file;
  diagnostic.message = std::move(message);
  inspection.diagnostics.push_back(std::move(diagnostic));
}

}  // namespace

void lift_listings(Inspection& inspection) {
  for (PtxModule& module : inspection.modules) {
    const std::string listing = std::exchange(module.listing, "");
    if (listing.empty() || !module.arch.starts_with(kArch)) continue;
    std::map<std::string, machine::KernelSizes> kernels;
    const std::set<std::string> entries = ptx_entries(module.text);
    for (const Kernel& kernel : inspection.kernels) {
      if (!kernel.resources || !entries.contains(kernel.mangled)) continue;
      kernels[kernel.mangled] = {kernel.resources->stack_bytes,
                                 kernel.resources->static_shared_bytes};
    }
    const Result<machine::Lifted> lifted = machine::lift(module.text, listing, kernels);
    if (!lifted) {
      warn(inspection, module.file, "PTX is analysed, not machine code: " + lifted.error().message);
      continue;
    }
    module.text += lifted->text;
    for (const auto& [kernel, why] : lifted->errors)
      warn(inspection, module.file, "PTX of " + kernel + " is analysed, not machine code: " + why);
  }
}

}  // namespace kcast::predict
