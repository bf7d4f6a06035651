#include "analyze/exec/shared_layout.h"

#include <algorithm>

namespace kcast::exec {

SharedLayout lay_out_shared(const ptx::Module& module, int64_t dynamic_bytes) {
  SharedLayout layout;
  layout.variable.assign(module.variables.size(), -1);
  layout.function.assign(module.functions.size(), 0);
  int64_t next = 0;
  const auto align = [&](int64_t to) {
    if (to > 1) next = (next + to - 1) / to * to;
  };
  std::vector<size_t> open_ended;
  for (size_t i = 0; i < module.variables.size(); ++i) {
    const ptx::Variable& variable = module.variables[i];
    if (variable.space != ptx::Space::Shared) continue;
    if (variable.bytes == 0) {
      open_ended.push_back(i);
      continue;
    }
    align(variable.align);
    layout.variable[i] = next;
    next += std::max<int64_t>(variable.bytes, 0);
  }
  for (size_t i = 0; i < module.functions.size(); ++i) {
    if (module.functions[i].shared_bytes <= 0) continue;
    align(16);
    layout.function[i] = next;
    next += module.functions[i].shared_bytes;
  }
  align(16);
  layout.dynamic = next;
  for (const size_t i : open_ended)
    layout.variable[i] = next;
  layout.bytes = next + std::max<int64_t>(dynamic_bytes, 0);
  return layout;
}

void lay_out_machine(const ptx::Function& kernel, size_t index, int64_t dynamic_bytes,
                     SharedLayout& layout) {
  constexpr int64_t kReserved = 1024;
  constexpr int64_t kAlign = 128;
  layout.function[index] = kReserved;
  layout.dynamic = kReserved + (kernel.shared_bytes + kAlign - 1) / kAlign * kAlign;
  layout.bytes = layout.dynamic + std::max<int64_t>(dynamic_bytes, 0);
}

}  // namespace kcast::exec
