// Whether a launch may be run: nothing out of bounds, no barrier that threads miss, no endless
// loop, and some work done. The interpreter decides, on the blocks that it samples, and on all of a
// small launch whose blocks wait for each other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "analyze/analyze.h"
#include "base/result.h"
#include "schema/gpu/gpu.h"
#include "schema/inspection.h"
#include "schema/sample.h"

namespace kcast::launch {

enum class Fault : uint8_t {
  None,
  OutOfBounds,
  DivergentBarrier,
  EndlessLoop,
  NoWork,    // nothing is stored
  Refused,   // the launch cannot be made: shared memory, threads, arguments
  TooLarge,  // more memory than a launch may have
  TooLong,   // more predicted time
};

std::string_view fault_name(Fault fault);

struct CheckedLaunch {
  Fault fault = Fault::None;
  std::string reason;          // one sentence, where there is a fault
  analyze::Analysis analysis;  // where the interpreter ran

  bool valid() const { return fault == Fault::None; }
};

struct CheckLimits {
  int64_t footprint_bytes = int64_t{8} << 30;
  double time_us = 50'000;
  analyze::AnalysisOptions analysis;
};

CheckedLaunch check_launch(const analyze::PreparedKernel& prepared, const Kernel& kernel,
                           const Launch& launch, const Gpu& gpu, const CheckLimits& limits = {});

}  // namespace kcast::launch
