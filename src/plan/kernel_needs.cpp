#include "plan/kernel_needs.h"

#include <algorithm>

#include "schema/ptx_text.h"

namespace kcast::plan {
namespace {

// Of our cooperative_groups.h; NVIDIA's has another one in memory of the driver.
constexpr std::string_view kGridCounter = "_ZN18cooperative_groups7details12grid_counterE";
constexpr std::string_view kVariable = ".global .align";

// "nextRow" of ".visible .global .align 4 .u32 nextRow;", "" of a line with an initialiser.
std::string_view symbol_without_value(std::string_view line) {
  if (!line.ends_with(';') || line.find('=') != std::string_view::npos) return "";
  const size_t first = line.find_last_of(" \t") + 1;
  return line.substr(first, line.find_first_of("[;", first) - first);
}

// A module cut up: what the kernel may execute, and the variables that begin at zero.
struct ModuleParts {
  std::string code;  // of the kernel, and of all functions
  std::vector<std::string_view> variables;
};

ModuleParts parts_of(std::string_view ptx, std::string_view kernel) {
  ModuleParts parts;
  bool is_other_kernel = false;
  // The runtime library of OpenMP has variables that only it may set; none can be found by name.
  const bool offloads = kernel.starts_with("__omp_offloading_");
  while (!ptx.empty()) {
    const std::string_view line = ptx.substr(0, ptx.find('\n'));
    ptx.remove_prefix(std::min(ptx.size(), line.size() + 1));
    if (line.find(kVariable) != std::string_view::npos) {
      const std::string_view symbol = symbol_without_value(line);
      const bool is_of_runtime = offloads && !line.starts_with(".visible");
      if (!symbol.empty() && !is_of_runtime) parts.variables.push_back(symbol);
      continue;
    }
    if (has_ptx_entry(line)) {
      is_other_kernel = find_ptx_entry(line, kernel) == std::string_view::npos;
    }
    if (!is_other_kernel) parts.code.append(line).append("\n");
    if (line.starts_with('}')) is_other_kernel = false;
  }
  return parts;
}

}  // namespace

KernelNeeds kernel_needs(std::string_view ptx, std::string_view kernel) {
  KernelNeeds needs;
  const ModuleParts parts = parts_of(ptx, kernel);
  for (const std::string_view symbol : parts.variables) {
    if (!has_ptx_name(parts.code, symbol)) continue;
    if (symbol == kGridCounter) {
      needs.cooperative = true;
    } else if (symbol.starts_with("_ZZ")) {  // of a function: it has no name outside
      needs.refusal = "a variable of the GPU keeps its value from one run of a kernel to the next";
    } else {
      needs.zeroed.emplace_back(symbol);
    }
  }
  return needs;
}

}  // namespace kcast::plan
