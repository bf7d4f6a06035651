#include "analyze/ptx/ptx.h"

namespace kcast::ptx {

const Variable* Module::symbol(const Function& function, int32_t index) const {
  if (index < 0) return nullptr;
  size_t i = size_t(index);
  for (const std::vector<Variable>* list :
       {&variables, &function.variables, &function.parameters, &function.results}) {
    if (i < list->size()) return &(*list)[i];
    i -= list->size();
  }
  return nullptr;
}

const Function* Module::find(std::string_view name) const {
  for (const Function& function : functions)
    if (function.name == name) return &function;
  return nullptr;
}

}  // namespace kcast::ptx
