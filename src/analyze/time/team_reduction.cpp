#include "analyze/time/team_reduction.h"

#include <algorithm>
#include <cmath>

namespace kcast::time {

double team_reduction_us(const ptx::Module& module, std::string_view kernel, double teams,
                         double l2_cycles, double clock_mhz) {
  constexpr double kRecords = 1024;  // of the buffer, as Clang asks for
  constexpr double kSectorBytes = 32;
  const std::string name = std::string(kernel) + "_reduction_buffer";
  const auto buffer = std::find_if(module.variables.begin(), module.variables.end(),
                                   [&name](const ptx::Variable& v) { return v.name == name; });
  if (buffer == module.variables.end() || clock_mhz <= 0) return 0;
  const double bytes = static_cast<double>(buffer->bytes) * std::min(teams, kRecords) / kRecords;
  return std::ceil(bytes / kSectorBytes) * l2_cycles / clock_mhz;
}

void add_at_end(double us, TimeEstimate& time) {
  if (us <= 0) return;
  time.time_us += us;
  auto latency = std::find_if(time.terms.begin(), time.terms.end(), [](const BottleneckTerm& term) {
    return term.part == TimePart::Latency;
  });
  if (latency == time.terms.end()) {
    time.terms.push_back({TimePart::Latency, us, 0});
  } else {
    latency->time_us += us;
  }
  for (BottleneckTerm& term : time.terms)
    term.share = term.time_us / time.time_us;
  std::stable_sort(
      time.terms.begin(), time.terms.end(),
      [](const BottleneckTerm& a, const BottleneckTerm& b) { return a.time_us > b.time_us; });
}

}  // namespace kcast::time
