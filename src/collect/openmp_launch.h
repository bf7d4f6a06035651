// What LLVM's runtime library hands to a kernel of an OpenMP target region, beside the variables
// that the region captures: the launch environment, which is the first parameter. Collectors do it
// instead of libomptarget (PluginInterface.cpp of LLVM 19, getKernelLaunchEnvironment).
//
// The other parameters have 64 bits each: an address, or a number in the low bits. That is what
// plan_launch makes of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "collect/launch_plan.h"

namespace kcast::collect {

// Teams leave their partial results in a buffer, a row for each; what is no reduction needs none.
struct TeamReduction {
  int64_t row_bytes = 0;
  int64_t rows = 0;

  bool is_needed() const { return row_bytes > 0 && rows > 0; }
  bool operator==(const TeamReduction&) const = default;
};

// The variable of a kernel's module that says it.
std::string kernel_environment_name(std::string_view kernel);
// Bytes of that variable that are read.
inline constexpr size_t kKernelEnvironmentBytes = 28;

// From the variable's first bytes.
Result<TeamReduction> team_reduction(std::span<const unsigned char> environment);

// Gives the plan's first parameter its value: all bits set, or, where teams are reduced, the
// address of two counters and of the buffer, both of which become buffers of the plan. An error
// where the first parameter is no launch environment.
Status add_launch_environment(const TeamReduction& reduction, LaunchPlan& plan);

}  // namespace kcast::collect
