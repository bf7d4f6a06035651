#include "predict/toolkit/toolkit_code.h"

#include <algorithm>
#include <set>

#include "schema/ptx_text.h"

namespace kcast::predict {

namespace {

// Which may hold further kernels, where one was asked for.
const PtxModule* code_of(const ToolkitCode& code, const PtxModule& module) {
  const std::set<std::string> wanted = ptx_entries(module.text);
  const auto found =
      std::find_if(code.modules.begin(), code.modules.end(), [&](const PtxModule& other) {
        const std::set<std::string> there = ptx_entries(other.text);
        return other.file == module.file && other.arch == module.arch &&
               std::includes(there.begin(), there.end(), wanted.begin(), wanted.end());
      });
  return found == code.modules.end() ? nullptr : &*found;
}

}  // namespace

void add_toolkit_code(const Inspection& inspection, ToolkitCode& code) {
  for (const PtxModule& module : inspection.modules) {
    code.modules.push_back(module);
    code.modules.back().slice.clear();
    const std::set<std::string> entries = ptx_entries(module.text);
    for (const Kernel& kernel : inspection.kernels) {
      if (kernel.resources && entries.contains(kernel.mangled))
        code.resources.push_back({kernel.mangled, module.arch, *kernel.resources});
    }
  }
}

void use_toolkit_code(const ToolkitCode& code, Inspection& inspection) {
  for (PtxModule& module : inspection.modules) {
    const PtxModule* theirs = code_of(code, module);
    if (theirs == nullptr) continue;
    module.text = theirs->text;
    module.route = theirs->route;
    const std::set<std::string> entries = ptx_entries(module.text);
    for (const ToolkitCode::Resources& own : code.resources) {
      if (own.arch != module.arch || !entries.contains(own.symbol)) continue;
      for (Kernel& kernel : inspection.kernels)
        if (kernel.mangled == own.symbol) kernel.resources = own.use;
    }
  }
}

}  // namespace kcast::predict
