// How a kernel uses the numbers that it is given, read off its PTX: a number that thread
// indices are compared with is a length, one that they are multiplied with is a stride.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "schema/inspection.h"

namespace kcast::launch {

struct ParameterUse {
  bool bounds_threads = false;  // compared with something that depends on the thread
  int factors = 0;              // of which so many numbers are part: n alone, or rows * cols
  bool divides = false;         // thread indices are divided by it
  bool scales = false;          // thread indices are multiplied with it
  bool bounds_loop = false;     // compared by order with something else
  bool is_tested = false;       // compared with a constant for equality
  bool is_added = false;

  bool operator==(const ParameterUse&) const = default;
};

// By the parameter's position and the byte within it; empty for a kernel without PTX.
using ParameterUses = std::map<std::pair<size_t, int64_t>, ParameterUse>;
ParameterUses parameter_uses(const Inspection& inspection, const Kernel& kernel);

}  // namespace kcast::launch
