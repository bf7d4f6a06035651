// Under which conditions a launch is predicted: what L2 holds when it begins, and whose clock its
// time is read from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "schema/gpu/gpu.h"
#include "schema/gpu/l2_contents.h"

namespace kcast::predict {

enum class Timing : uint8_t {
  Kernel,  // the kernel's own duration, as ncu and CUPTI show it
  Event,   // what two events around the launch show, or an event's profile with OpenCL
};

struct Conditions {
  L2State l2 = L2State::Cold;
  Timing timing = Timing::Kernel;

  bool operator==(const Conditions&) const = default;
};

std::string to_text(L2State state);
std::string to_text(Timing timing);
Result<L2State> l2_state_named(std::string_view name);
Result<Timing> timing_named(std::string_view name);

// ", L2 warm, time by events"; empty where all is as usual.
std::string conditions_text(const Conditions& conditions);

// Adds to the time of a launch what events show beside it. `language` is that of the kernel.
void add_event_time(std::string_view language, const Gpu& gpu, Prediction& prediction);

}  // namespace kcast::predict
