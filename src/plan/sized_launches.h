// Launches of anybody's kernel over input sizes, after LLMPerf (Section II-B). A size is the number
// of threads; arguments follow it by their names and by the memory rule of launch/argument_rules.h,
// or are given.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "launch/ready_kernel.h"
#include "predict/grammar.h"
#include "schema/gpu/gpu.h"
#include "schema/launch_point.h"
#include "schema/sample.h"

namespace kcast::plan {

struct SizedRequest {
  std::vector<int64_t> sizes;
  std::vector<Dims3> locals;  // blocks; those of one axis are spread over the axes of the kernel
  // What is given; no number: the size. Of a buffer its elements.
  std::vector<std::pair<std::string, std::optional<predict::Number>>> arguments;
  std::vector<std::pair<std::string, Fill>> fills;
  std::optional<int64_t> shared_bytes;  // dynamic, in CUDA and HIP
  // Also launches in which the interpreter finds a fault.
  bool unchecked = false;
  int64_t most_bytes = int64_t{8} << 30;  // of a launch's buffers
};

struct SizedLaunch {
  int64_t size = 0;  // threads
  Dims3 local = {1, 1, 1};
  Launch launch;
  std::string refusal;  // why it must not be run, one line; empty: it may

  bool operator==(const SizedLaunch&) const = default;
};

struct SizedLaunches {
  std::vector<SizedLaunch> launches;   // by size, then in the order of the local sizes
  std::vector<std::string> arguments;  // how each is chosen: "n=size", "x[size]", "a=1"
  std::vector<std::string> chosen;     // names of those that nobody gave
};

// Axes that a kernel uses: 1 to 3. Of two or three, all are of one length.
// Sizes are rounded up so that all local sizes divide them; equal ones are taken once.
// An error where an argument cannot be chosen, which says what to give.
Result<SizedLaunches> sized_launches(const launch::ReadyKernel& kernel, size_t axes, const Gpu& gpu,
                                     const SizedRequest& request);

// "1e3..1e6" (two in every decade), "1e3..1e6:x10", "1k,4k,1M": ascending.
Result<std::vector<int64_t>> parse_sizes(const std::string& text);

// "64,128,16x16".
Result<std::vector<Dims3>> parse_locals(const std::string& text);

}  // namespace kcast::plan
