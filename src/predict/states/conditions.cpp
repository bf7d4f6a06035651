#include "predict/states/conditions.h"

#include <algorithm>
#include <array>

namespace kcast::predict {

namespace {

constexpr std::array kStates = {L2State::Cold, L2State::Warm, L2State::Program};
constexpr std::array kTimings = {Timing::Kernel, Timing::Event};

}  // namespace

std::string to_text(L2State state) {
  switch (state) {
    case L2State::Cold:
      return "cold";
    case L2State::Warm:
      return "warm";
    case L2State::Program:
      return "program";
  }
  return "";
}

std::string to_text(Timing timing) {
  switch (timing) {
    case Timing::Kernel:
      return "kernel";
    case Timing::Event:
      return "event";
  }
  return "";
}

Result<L2State> l2_state_named(std::string_view name) {
  for (const L2State state : kStates)
    if (to_text(state) == name) return state;
  return Error{ErrorCode::InvalidInput, "no state of L2 is called '" + std::string(name) +
                                            "'; there are cold, warm and program"};
}

Result<Timing> timing_named(std::string_view name) {
  for (const Timing timing : kTimings)
    if (to_text(timing) == name) return timing;
  return Error{ErrorCode::InvalidInput,
               "no timing is called '" + std::string(name) + "'; there are kernel and event"};
}

std::string conditions_text(const Conditions& conditions) {
  std::string out;
  if (conditions.l2 == L2State::Warm) out += ", L2 warm";
  if (conditions.l2 == L2State::Program) out += ", L2 as the program leaves it";
  if (conditions.timing == Timing::Event) out += ", time by events";
  return out;
}

void add_event_time(std::string_view language, const Gpu& gpu, Prediction& prediction) {
  const MachineLaunch& machine = gpu.machine.launch;
  const double more = language == "opencl" ? machine.opencl_event_us : machine.event_us;
  const double kernel_us = prediction.values.time_us;
  prediction.values.time_us += more;
  prediction.low.time_us += std::max(0.0, more - machine.event_spread_us);
  prediction.high.time_us += more + machine.event_spread_us;
  // Parts are busy as long as before, within a longer time.
  for (BottleneckTerm& term : prediction.bottleneck) {
    if (term.part == TimePart::Launch) term.time_us += more;
    term.share = prediction.values.time_us > 0 ? term.time_us / prediction.values.time_us : 0;
  }
  std::stable_sort(
      prediction.bottleneck.begin(), prediction.bottleneck.end(),
      [](const BottleneckTerm& a, const BottleneckTerm& b) { return a.time_us > b.time_us; });
  if (kernel_us > 0 && language != "opencl" && language != "cuda") {
    prediction.notes.emplace_back("what events show beside the kernel was measured with CUDA");
  }
}

}  // namespace kcast::predict
