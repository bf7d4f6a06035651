#include "analyze/exec/access/recorder.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace kcast::exec {
namespace {

uint32_t clamped_time(uint64_t time) {
  return static_cast<uint32_t>(std::min<uint64_t>(time, std::numeric_limits<uint32_t>::max()));
}

// Cycles that the banks need for the lanes of the mask: words of one bank come one after
// the other, a word that several lanes read comes once.
int bank_cycles(const Lane* address, LaneMask mask, int bytes, bool atomic,
                const ExecOptions& options) {
  const auto bank_bytes = static_cast<uint64_t>(std::max(1, options.bank_bytes));
  constexpr int kMaxBanks = 64;
  uint64_t words[kMaxBanks][kMaxLanes];
  uint8_t count[kMaxBanks] = {};
  int most = 0;
  const int n_banks = std::clamp(options.shared_banks, 1, kMaxBanks);
  for (; mask != 0; mask &= mask - 1) {
    const int i = std::countr_zero(mask);
    const uint64_t from = address[i] / bank_bytes;
    const uint64_t to = (address[i] + static_cast<uint64_t>(bytes) - 1) / bank_bytes;
    for (uint64_t word = from; word <= to; ++word) {
      const auto bank = static_cast<int>(word % static_cast<uint64_t>(n_banks));
      bool counted = false;
      for (int k = 0; k < count[bank] && !atomic; ++k)
        counted = counted || words[bank][k] == word;
      if (counted || count[bank] >= kMaxLanes) continue;
      words[bank][count[bank]++] = word;
      most = std::max<int>(most, count[bank]);
    }
  }
  return most;
}

// Loads of 8 and 16 bytes come for groups of lanes, one after the other. Two groups are one where
// each lane reads what its neighbour reads, or each what the next but one does.
bool lanes_share(const Lane* address, LaneMask mask) {
  for (const int apart : {1, 2}) {
    bool share = true;
    for (LaneMask rest = mask; rest != 0 && share; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      const int other = lane ^ apart;
      share = ((mask >> other) & 1) == 0 || address[lane] == address[other];
    }
    if (share) return true;
  }
  return false;
}

}  // namespace

void Recorder::record(Warp& warp, const Step& step, const MemoryInfo& info,
                      const Request& request) {
  const auto [space, slot, address, mask] = request;
  if (space == ptx::Space::Shared) {
    record_shared(warp, info, slot, address, mask);
    return;
  }
  if (space != ptx::Space::Global && space != ptx::Space::Local) return;
  const int32_t bytes = info.element_bytes * info.elements;
  const int first = std::countr_zero(mask);
  LaneOffsets offsets;
  uint64_t base = address[first];
  if (space == ptx::Space::Local) {
    const int64_t per_warp = (program_.local_bytes + 15) / 16 * 16 * width_;
    const auto index = static_cast<uint64_t>(linear_block_) * n_warps_ + warp.index;
    base = kLocalTraceBase + index * static_cast<uint64_t>(per_warp) +
           (base - kLocalBase) * static_cast<uint64_t>(width_) +
           static_cast<uint64_t>(first * bytes);
  }
  for (int i = first; i < width_; ++i) {
    if (((mask >> i) & 1) == 0) continue;
    int64_t offset = static_cast<int64_t>(address[i] - address[first]);
    if (space == ptx::Space::Local) offset = offset * width_ + int64_t{i - first} * bytes;
    offsets.at[offsets.count++] = static_cast<int32_t>(std::clamp<int64_t>(
        offset, std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()));
  }
  for (DeltaContext& context : warp.contexts) {
    int64_t stride = concerns(context, warp) ? deltas_.stride(context, slot, mask, 0) : 0;
    if (space == ptx::Space::Local && stride != kWildStride) stride *= width_;
    if (history_.recorded < options_.trace_accesses) context.strides.push_back(stride);
  }
  if (space == ptx::Space::Global) check_range(warp, info, address, mask, slot);
  push_access(warp, step, info, base, offsets);
}

void Recorder::push_access(Warp& warp, const Step& step, const MemoryInfo& info, uint64_t base,
                           const LaneOffsets& offsets) {
  warp.counters[layout_.requests + info.site] += 1;
  if (history_.recorded >= options_.trace_accesses) {
    trace_complete_ = false;
    return;
  }
  ++history_.recorded;
  Access access;
  access.site = static_cast<uint32_t>(info.site);
  uint32_t& last = history_.site_pattern[info.site];
  last =
      history_.patterns.intern(offsets.at, offsets.count, info.element_bytes * info.elements, last);
  access.pattern = last;
  access.warp = static_cast<uint16_t>(warp.index);
  access.base = base;
  access.time = clamped_time(warp.paths.back().time + static_cast<uint64_t>(step.at));
  warp.accesses.push_back(access);
}

void Recorder::record_unknown(Warp& warp, const Step& step, const MemoryInfo& info, LaneMask mask) {
  LaneOffsets offsets;
  for (int i = 0; i < width_; ++i)
    if (((mask >> i) & 1) != 0) offsets.at[offsets.count++] = 128 * i;
  const uint64_t place = static_cast<uint64_t>(history_.unknown_addresses++) * 128 * kMaxLanes;
  for (DeltaContext& context : warp.contexts) {
    if (history_.recorded < options_.trace_accesses)
      context.strides.push_back(int64_t{128} * kMaxLanes);
  }
  push_access(warp, step, info, kUnknownTraceBase + place % (uint64_t{1} << 40), offsets);
}

namespace {

constexpr int kSwappingWidth = 32;  // of a warp on GPUs that have no other atomics on reals

// Lanes that meet on one address go one after the other.
void count_rounds(const Lane* address, LaneMask mask, ptx::AtomicOp op, BankMemory& known) {
  // Swapping a value for itself keeps no other lane waiting, and that is what nearly all lanes do
  // soon: of n values in random order the ln(n)-th part is smaller than all before it.
  const bool settles = op == ptx::AtomicOp::Min || op == ptx::AtomicOp::Max ||
                       op == ptx::AtomicOp::And || op == ptx::AtomicOp::Or;
  if (settles) {
    known.rounds = 1;
    known.attempts = std::popcount(mask);
    return;
  }
  known.rounds = 0;
  known.attempts = 0;
  for (int i = 0; i < kMaxLanes; ++i) {
    if (((mask >> i) & 1) == 0) continue;
    int place = 1;  // among the lanes with this address
    for (int k = 0; k < i; ++k)
      place += ((mask >> k) & 1) != 0 && address[k] == address[i] ? 1 : 0;
    known.rounds = std::max(known.rounds, place);
    known.attempts += place;
  }
}

}  // namespace

void Recorder::record_shared(Warp& warp, const MemoryInfo& info, Slot slot, const Lane* address,
                             LaneMask mask) {
  const ExecOptions& options = options_;
  for (DeltaContext& context : warp.contexts) {
    if (concerns(context, warp))
      deltas_.stride(context, slot, mask, int64_t{options.shared_banks} * options.bank_bytes);
  }
  const int bytes = info.element_bytes * info.elements;
  const int group = bytes <= 4 ? width_ : (bytes <= 8 ? 16 : 8);
  const bool atomic = info.kind == AccessKind::Atomic || info.kind == AccessKind::Reduction;
  const int first_lane = std::countr_zero(mask);
  BankMemory& known = history_.banks[info.counter];
  const Lane phase = address[first_lane] % static_cast<Lane>(std::max(1, options.bank_bytes));
  Lane different = (known.mask ^ mask) | (known.phase ^ phase);
  Lane offsets[kMaxLanes] = {};
  for (int i = 0; i < stride_; ++i) {
    offsets[i] = (address[i] - address[first_lane]) & (Lane{0} - ((mask >> i) & 1));
    different |= offsets[i] ^ known.offsets[i];
  }
  if (different != 0) {
    known.mask = mask;
    known.phase = phase;
    std::copy(offsets, offsets + stride_, known.offsets.begin());
    known.cycles = 0;
    const LaneMask lanes = group >= 64 ? ~LaneMask{0} : (LaneMask{1} << group) - 1;
    const LaneMask pair = bytes > 4 ? lanes | lanes << group : lanes;
    for (int first = 0; first < width_; first += 2 * group) {
      const LaneMask both = mask & (pair << first);
      if (bytes > 4 && lanes_share(address, both)) {
        known.cycles += bank_cycles(address, both, bytes, atomic, options);
        continue;
      }
      known.cycles += bank_cycles(address, mask & (lanes << first), bytes, atomic, options);
      if (first + group < width_) {
        known.cycles +=
            bank_cycles(address, mask & (lanes << (first + group)), bytes, atomic, options);
      }
    }
    if (info.swaps) count_rounds(address, mask, info.atomic, known);
  }
  const int cycles = known.cycles;
  const double weight = warp.paths.back().weight;
  warp.counters[layout_.shared_requests + info.counter] += weight;
  warp.counters[layout_.shared_wavefronts + info.counter] += weight * std::max(1, cycles);
  if (info.swaps && width_ == kSwappingWidth) {
    warp.counters[layout_.swap_rounds + info.counter] += weight * known.rounds;
    warp.counters[layout_.swap_attempts + info.counter] += weight * known.attempts;
  }
  for (int i = std::countr_zero(mask); i < width_; ++i) {
    if (((mask >> i) & 1) == 0) continue;
    const uint64_t end = address[i] - kSharedBase + static_cast<uint64_t>(bytes);
    if (end <= static_cast<uint64_t>(program_.shared.bytes)) continue;
    warp.counters[layout_.out_of_range] += weight;
    if (history_.out_of_range_line == 0) {
      history_.out_of_range_line = info.line;
      history_.out_of_range_buffer = "shared memory";
    }
  }
}

// Whether a loop is around that the lane can leave; it will, at the loop's next way out.
bool Recorder::end_loop_of(Warp& warp, int lane) {
  const int32_t frame = warp.paths.back().frame;
  for (size_t k = warp.loops.size(); k-- > 0;) {
    LoopState& state = warp.loops[k];
    if (state.frame != frame) break;
    state.overrun |= LaneMask{1} << lane;
    fail_contexts(warp);
    return true;
  }
  return false;
}

// Which buffer the lanes touch, lanes outside all of them, and how many iterations of
// the loops around stay inside.
void Recorder::check_range(Warp& warp, const MemoryInfo& info, const Lane* address, LaneMask mask,
                           Slot slot) {
  const int32_t bytes = info.element_bytes * info.elements;
  uint64_t low = UINT64_MAX;
  uint64_t high = 0;
  for (int i = std::countr_zero(mask); i < width_; ++i) {
    if (((mask >> i) & 1) == 0) continue;
    low = std::min(low, address[i]);
    high = std::max(high, address[i]);
  }
  const LaunchMemory& memory = *program_.memory;
  const int32_t buffer = memory.find(low, bytes);
  int32_t& touched = history_.site_buffer[info.site];
  if (buffer >= 0 && buffer == memory.find(high, bytes)) {
    touched = touched == -2 || touched == buffer ? buffer : -1;
    const uint64_t end = high + static_cast<uint64_t>(bytes);
    if (info.kind != AccessKind::Load) stored_[buffer].add(low, end);
    const bool drawn = info.draws_work && values_.shares_counter(info, address, mask);
    if (info.needed && info.kind != AccessKind::Store && !drawn) loaded_[buffer].add(low, end);
    const Extent& extent = memory.buffers()[buffer].extent;
    for (DeltaContext& context : warp.contexts) {
      if (context.failed || !concerns(context, warp)) continue;
      const int64_t stride = deltas_.stride(context, slot, mask, 0);
      if (stride == 0 || stride == kWildStride) continue;
      const uint64_t room =
          stride > 0 ? extent.base + static_cast<uint64_t>(extent.bytes) - end : low - extent.base;
      const uint64_t step =
          stride > 0 ? static_cast<uint64_t>(stride) : 0 - static_cast<uint64_t>(stride);
      context.limit = std::min(context.limit, static_cast<int64_t>(room / step));
    }
    return;
  }
  // Loops that were left early leave addresses behind that the kernel never has.
  if (ending_) return;
  touched = -1;
  const double weight = warp.paths.back().weight;
  for (int i = std::countr_zero(mask); i < width_; ++i) {
    if (((mask >> i) & 1) == 0 || memory.find(address[i], bytes) >= 0) continue;
    if (options_.ends_at_bounds && end_loop_of(warp, i)) {
      if (history_.overrun_line == 0) history_.overrun_line = info.line;
      continue;
    }
    warp.counters[layout_.out_of_range] += weight;
    if (history_.out_of_range_line != 0 || !history_.out_of_range_buffer.empty()) continue;
    history_.out_of_range_line = info.line;
    const int32_t nearest = memory.nearest(address[i]);
    history_.out_of_range_buffer = nearest < 0 ? "no buffer" : memory.buffers()[nearest].name;
  }
}

}  // namespace kcast::exec
