// Where shared memory of the module and of each function starts; the dynamic part last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyze/ptx/ptx.h"

namespace kcast::exec {

struct SharedLayout {
  std::vector<int64_t> variable;  // of module variables; -1: not shared
  std::vector<int64_t> function;  // base of the functions' own variables
  int64_t dynamic = 0;            // where extern arrays start
  int64_t bytes = 0;              // all, dynamic included
};
SharedLayout lay_out_shared(const ptx::Module& module, int64_t dynamic_bytes);
// Machine code of one kernel places its own variables; the system keeps the first bytes.
void lay_out_machine(const ptx::Function& kernel, size_t index, int64_t dynamic_bytes,
                     SharedLayout& layout);

}  // namespace kcast::exec
