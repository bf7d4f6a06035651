#include "analyze/plausible.h"

#include <algorithm>

#include "base/text.h"

namespace kcast::analyze {
namespace {

constexpr double kMinuteUs = 60e6;
constexpr double kMostBytesInAMinute = 1e14;  // what DRAM could give in a minute, roughly
constexpr double kReadings = 8;               // of all buffers by each thread: more is no algorithm
constexpr double kManyBytes = 1e12;           // of traffic, below which nobody is misled
constexpr double kManyThreads = 1e6;

double buffer_bytes(const Launch& launch) {
  double bytes = 0;
  const auto add = [&](const LaunchArgument& argument) {
    bytes += static_cast<double>(argument.elements) *
             static_cast<double>(std::max<int64_t>(argument.element_bytes, 1));
  };
  for (const LaunchArgument& argument : launch.arguments) {
    add(argument);
    std::for_each(argument.members.begin(), argument.members.end(), add);
  }
  return bytes;
}

bool writes(const ptx::Function& kernel) {
  return std::any_of(kernel.instructions.begin(), kernel.instructions.end(),
                     [](const ptx::Instruction& instruction) {
                       const bool far = instruction.space == ptx::Space::Global ||
                                        instruction.space == ptx::Space::Generic;
                       return far &&
                              (instruction.op == ptx::Op::St || instruction.op == ptx::Op::Atom ||
                               instruction.op == ptx::Op::Red);
                     });
}

}  // namespace

std::string implausible(const Analysis& analysis, const ptx::Function& kernel,
                        const Launch& launch) {
  const Features& features = analysis.features;
  const BaseQuantities& values = analysis.prediction.values;
  const bool assumed = features.assumed == AssumedFill::Control || features.launch.any();
  if (!features.estimated && !assumed) return {};
  const double bytes = buffer_bytes(launch);
  const std::string held = format_digits(bytes / 1e6, 3) + " MB of buffers";
  if (values.time_us > kMinuteUs && bytes < kMostBytesInAMinute)
    return "it would run for " + format_digits(values.time_us / 1e6, 3) + " s on " + held;
  const double traffic = values.l1_bytes - features.memory.local_bytes;
  if (traffic > kManyBytes && traffic > kReadings * bytes * features.control.threads)
    return "each thread would read all of its " + held + " many times";
  const double stores = features.memory.global_store_requests + features.memory.atomic_requests;
  if (assumed && features.control.threads >= kManyThreads && stores <= 0 && writes(kernel))
    return "not one of its threads would store anything";
  return {};
}

}  // namespace kcast::analyze
