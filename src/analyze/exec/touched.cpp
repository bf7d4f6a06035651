#include "analyze/exec/touched.h"

#include <algorithm>
#include <string>

#include "analyze/exec/exec.h"
#include "analyze/exec/prepared_kernel.h"

namespace kcast::exec {
namespace {

constexpr int64_t kBudget = 4'000'000;  // warp instructions, and accesses that are recorded

void widen(TouchedRange& range, int64_t first, int64_t end) {
  range.first_byte = range.touched ? std::min(range.first_byte, first) : first;
  range.end_byte = range.touched ? std::max(range.end_byte, end) : end;
  range.touched = true;
}

// The bytes of a run of requests, as addresses.
std::pair<int64_t, int64_t> span_of(const Access& access, const Pattern& pattern) {
  const auto [low, high] = std::minmax_element(pattern.offsets.begin(), pattern.offsets.end());
  const int64_t travel = access.stride * static_cast<int64_t>(access.repeat - 1);
  const auto base = static_cast<int64_t>(access.base);
  return {base + *low + std::min<int64_t>(travel, 0),
          base + *high + pattern.bytes + std::max<int64_t>(travel, 0)};
}

}  // namespace

Result<std::vector<TouchedRange>> touched_ranges(const analyze::PreparedKernel& kernel,
                                                 const Launch& launch, int32_t warp_width) {
  ExecOptions options;
  options.warp_width = warp_width;
  options.budget = kBudget;
  options.block_budget = kBudget;
  options.trace_accesses = kBudget;
  options.min_blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
  options.max_blocks = options.min_blocks;
  KCAST_TRY(const ExecResult exec, execute(kernel.module, kernel.kernel(), launch, options));
  if (exec.out_of_range > 0) {
    return Error{ErrorCode::InvalidInput, "an access lies outside of every buffer"};
  }
  const TraceSet& traces = exec.traces;
  const bool whole = static_cast<int64_t>(traces.blocks.size()) == options.min_blocks &&
                     std::all_of(traces.blocks.begin(), traces.blocks.end(),
                                 [](const BlockTrace& block) { return block.complete; });
  if (!whole) {
    return Error{ErrorCode::Unsupported, "the launch is too long to run all of its blocks"};
  }
  // Buffers of arguments come first, in their order.
  std::vector<TouchedRange> by_buffer(traces.extents.size());
  for (const BlockTrace& block : traces.blocks) {
    for (const Access& access : block.accesses) {
      const auto [first, end] = span_of(access, traces.patterns[access.pattern]);
      for (size_t i = 0; i < traces.extents.size(); ++i) {
        const auto base = static_cast<int64_t>(traces.extents[i].base);
        if (first < base || end > base + traces.extents[i].bytes) continue;
        widen(by_buffer[i], first - base, end - base);
        break;
      }
    }
  }
  std::vector<TouchedRange> out(launch.arguments.size());
  size_t buffer = 0;
  for (size_t i = 0; i < launch.arguments.size() && buffer < by_buffer.size(); ++i) {
    const LaunchArgument& argument = launch.arguments[i];
    if (argument.elements <= 0) continue;
    out[i] = by_buffer[buffer++];
    out[i].first_byte -= argument.offset_bytes;
    out[i].end_byte -= argument.offset_bytes;
  }
  return out;
}

}  // namespace kcast::exec
