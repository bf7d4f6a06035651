#include "analyze/exec/dependences.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace kcast::exec {
namespace {

constexpr size_t kMostIntervals = 1 << 16;  // of one block in one buffer

// Bytes as intervals, ascending.
using Intervals = std::vector<std::pair<uint64_t, uint64_t>>;

void merge(Intervals& intervals) {
  std::sort(intervals.begin(), intervals.end());
  size_t n = 0;
  for (const auto& [low, high] : intervals) {
    if (n > 0 && low <= intervals[n - 1].second) {
      intervals[n - 1].second = std::max(intervals[n - 1].second, high);
    } else {
      intervals[n++] = {low, high};
    }
  }
  intervals.resize(n);
}

bool overlap(const Intervals& a, const Intervals& b) {
  for (size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    if (a[i].second <= b[k].first) {
      ++i;
    } else if (b[k].second <= a[i].first) {
      ++k;
    } else {
      return true;
    }
  }
  return false;
}

// What a block's requests at some sites touch of a buffer; nothing when that is too much.
std::optional<Intervals> touched(const BlockTrace& trace, const std::vector<Pattern>& patterns,
                                 const std::vector<bool>& sites, const Extent& extent) {
  Intervals out;
  for (const Access& access : trace.accesses) {
    if (!sites[access.site] || access.base - extent.base >= static_cast<uint64_t>(extent.bytes))
      continue;
    const Pattern& pattern = patterns[access.pattern];
    if (out.size() + access.repeat * pattern.offsets.size() > kMostIntervals) merge(out);
    if (out.size() + access.repeat * pattern.offsets.size() > kMostIntervals) return std::nullopt;
    for (uint32_t k = 0; k < access.repeat; ++k) {
      const uint64_t base = access.base + k * static_cast<uint64_t>(access.stride);
      for (const int32_t offset : pattern.offsets) {
        const uint64_t low = base + static_cast<uint64_t>(int64_t{offset});
        out.emplace_back(low, low + static_cast<uint64_t>(pattern.bytes));
      }
    }
  }
  merge(out);
  return out;
}

bool ranges_meet(const std::vector<BlockOutcome>& outcomes, size_t buffer) {
  for (const BlockOutcome& reader : outcomes) {
    for (const BlockOutcome& writer : outcomes) {
      // Statistics may have interpreted a block twice.
      if (reader.block != writer.block && reader.loaded[buffer].low < writer.stored[buffer].high &&
          writer.stored[buffer].low < reader.loaded[buffer].high)
        return true;
    }
  }
  return false;
}

// By site: whether values that it loads matter, and whether it writes.
struct SiteRoles {
  std::vector<bool> reads, writes;
};

SiteRoles roles_of(const Program& program) {
  SiteRoles roles;
  roles.reads.assign(program.sites.size(), false);
  roles.writes.assign(program.sites.size(), false);
  for (const MemoryInfo& info : program.memories) {
    if (info.site < 0) continue;
    if (info.needed && info.kind != AccessKind::Store) roles.reads[info.site] = true;
    if (info.kind != AccessKind::Load) roles.writes[info.site] = true;
  }
  return roles;
}

// Request by request, where the ranges are too coarse: threads that work in place each have
// their own elements, and those of several blocks lie in turns. What two blocks read is no
// block's own, and any other may write it.
bool requests_meet(RunState& state, const std::vector<BlockOutcome>& outcomes, size_t buffer) {
  const SiteRoles roles = roles_of(*state.program);
  const Extent& extent = state.program->memory->buffers()[buffer].extent;
  std::vector<Intervals> loaded;
  std::vector<Intervals> stored;
  for (const BlockOutcome& outcome : outcomes) {
    if (outcome.trace.accesses.empty()) continue;
    std::optional<Intervals> reads =
        touched(outcome.trace, state.requests.patterns.patterns(), roles.reads, extent);
    std::optional<Intervals> writes =
        touched(outcome.trace, state.requests.patterns.patterns(), roles.writes, extent);
    if (!outcome.trace.complete || !reads || !writes) return true;
    loaded.push_back(*std::move(reads));
    stored.push_back(*std::move(writes));
  }
  for (size_t i = 0; i < loaded.size(); ++i) {
    for (size_t k = 0; k < stored.size(); ++k) {
      if (i != k && (overlap(loaded[i], stored[k]) || overlap(loaded[i], loaded[k]))) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<int32_t> dependent_buffers(RunState& state, const std::vector<BlockOutcome>& outcomes) {
  std::vector<int32_t> out;
  for (size_t k = 0; k < state.findings.polled.size(); ++k) {
    if (!state.findings.polled[k] && ranges_meet(outcomes, k) && requests_meet(state, outcomes, k))
      out.push_back(static_cast<int32_t>(k));
  }
  return out;
}

}  // namespace kcast::exec
