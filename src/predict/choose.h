// Which launches to predict: those that host code makes, completed or replaced by
// what the user says; where nothing is known, one that fills the GPU.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "predict/grammar.h"
#include "predict/report.h"
#include "schema/gpu/gpu.h"
#include "schema/inspection.h"
#include "schema/sample.h"

namespace kcast::predict {

// What the user says about the launches; the rest stays as host code has it.
struct LaunchOverrides {
  std::optional<std::array<int64_t, 3>> grid;
  std::optional<std::array<int64_t, 3>> block;  // without a grid, the threads stay as many
  std::optional<int64_t> shared_bytes;
  std::vector<std::pair<std::string, Number>> arguments;  // of a buffer: its elements
  std::vector<std::pair<std::string, Fill>> fills;
  int64_t smaller = 1;  // how many times, along an axis, than a problem that fills a GPU
  bool apart = false;   // launches that are alike stay apart: their order matters
};

struct ChosenLaunch {
  size_t kernel = 0;  // position in Inspection::kernels
  Launch launch;
  int64_t count = 1;
  bool in_program = true;  // false: other launches are what the program does
  std::string file;        // of the host launch; empty: assumed
  int64_t line = 0;
  std::vector<std::string> notes;    // what was assumed
  std::optional<size_t> host_order;  // position among the launches of host code; none: assumed
  // By buffer (buffers_of): the allocation of host code; -1: not known.
  std::vector<int64_t> allocations;

  bool operator==(const ChosenLaunch&) const = default;
};

struct LaunchChoice {
  std::vector<ChosenLaunch> launches;  // in the order of the source
  std::vector<SkippedKernel> skipped;
  std::vector<std::string> notes;  // what was left out on purpose
};

// A kernel that host code never launches comes last, with an assumed launch. `even_without_ptx`:
// kernels need not compile. An override that fits no kernel is an error.
Result<LaunchChoice> choose_launches(const Inspection& inspection, const LaunchOverrides& overrides,
                                     const Gpu& gpu, bool even_without_ptx = false);

// "transpose<float>".
std::string kernel_title(const Kernel& kernel);

}  // namespace kcast::predict
