// Which named integers of a program set the sizes of its launches, found by trying: a constant is
// changed and the host code is followed again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "corpus/authored/source_constants.h"
#include "corpus/recipe.h"
#include "launch/ready_kernel.h"
#include "schema/gpu/gpu.h"
#include "schema/inspection.h"

namespace kcast::plan {

enum class KnobKind : uint8_t {
  Factor,    // a step doubles the constants
  Exponent,  // a step adds one: sizes are powers of two of it
  Block,     // doubles them, too, and with them the threads of a block
};

// Constants that are turned together.
struct Knob {
  KnobKind kind = KnobKind::Factor;
  std::vector<corpus::SourceConstant> constants;
  // What a step up does: doublings of the buffers' bytes, and of what grows most (bytes, threads,
  // numbers that are passed).
  double byte_doublings = 0;
  double doublings = 0;
};

// The constants after `steps`. A part of a step adds this part: half a step is half as much again;
// exponents have whole steps alone, and blocks stay multiples of 8. Empty where constants would be
// less than 4, or small and no integers.
corpus::ConstantValues turned(const Knob& knob, double steps);

// One number for each launch of host code: enough to see what a constant changes.
struct HostSizes {
  std::vector<std::string> launches;  // kernel, grid, block, buffers, numbers; each once, sorted
  std::vector<std::string> blocks;    // kernel and block
  double bytes = 0;                   // of the largest launch
  double threads = 0;
};
HostSizes host_sizes(const Inspection& inspection);

// Those of a program, the most useful first: all sizes together, then one by one, then blocks.
// `base` is the inspection of the program as it is.
std::vector<Knob> find_knobs(const corpus::KernelRecipe& recipe, std::string_view cuda,
                             const HostSizes& base, const launch::Inspect& inspect, const Gpu& gpu);

}  // namespace kcast::plan
