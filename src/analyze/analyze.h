// The analysis as others use it: PTX and a launch become features and an analytic
// prediction. No GPU, no learning.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "schema/features.h"
#include "schema/gpu/gpu.h"
#include "schema/gpu/l2_contents.h"
#include "schema/inspection.h"
#include "schema/sample.h"

namespace kcast::analyze {

// A kernel made ready: parsed, sliced, costed. Shared by all launches of a sweep.
class PreparedKernel;

// PTX that was parsed, for all of its kernels; preparing each costs what that kernel reaches.
class PreparedModule;
Result<std::shared_ptr<PreparedModule>> prepare_module(std::string_view ptx);

// `kernel` is the symbol in the PTX.
Result<std::shared_ptr<const PreparedKernel>> prepare_kernel(
    const std::shared_ptr<PreparedModule>& module, const std::string& kernel);
Result<std::shared_ptr<const PreparedKernel>> prepare_kernel(std::string_view ptx,
                                                             const std::string& kernel);

// Sets what the buffers of a launch hold, unless the user stated it: what host code puts
// there, or what is plausible from how the kernel uses them. Says what it took from host
// code where that matters.
std::vector<std::string> infer_fills(const PreparedKernel& kernel, Launch& launch);

struct AnalysisOptions {
  int64_t exec_budget = 800000;    // interpreted warp instructions
  int64_t memory_budget = 400000;  // simulated cache accesses
  L2State l2 = L2State::Cold;
  L2Contents before;  // with L2State::Program
};

// What a launch does wrong, as far as the interpreted blocks show it.
struct LaunchFaults {
  std::string out_of_bounds;        // the first access, as a sentence; empty: none
  bool divergent_barrier = false;   // some threads miss a barrier that others wait at
  bool barrier_after_exit = false;  // threads left before a barrier: OpenCL forbids it
  bool endless_loop = false;

  bool operator==(const LaunchFaults&) const = default;
};

struct Analysis {
  Features features;
  Prediction prediction;
  LaunchFaults faults;
  L2Contents l2_left;  // with L2State::Program
};

// `resources` are those of ptxas, where it ran; otherwise registers are estimated.
Result<Analysis> analyze(const PreparedKernel& kernel, const Launch& launch, const Gpu& gpu,
                         const std::optional<ResourceUse>& resources = std::nullopt,
                         const AnalysisOptions& options = {});

}  // namespace kcast::analyze
