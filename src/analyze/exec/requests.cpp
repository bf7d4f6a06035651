// Memory requests: addresses, bank conflicts, traces.
#include <algorithm>
#include <bit>
#include <limits>

#include "analyze/exec/block.h"

namespace kcast::exec {

using ptx::Space;

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
      bool seen = false;
      for (int k = 0; k < count[bank] && !atomic; ++k)
        seen = seen || words[bank][k] == word;
      if (seen || count[bank] >= kMaxLanes) continue;
      words[bank][count[bank]++] = word;
      most = std::max<int>(most, count[bank]);
    }
  }
  return most;
}

}  // namespace

// Addresses of the lanes; returns those that are unknown.
LaneMask BlockRunner::gather(Warp& warp, const Step& step, Slot slot, int64_t offset, LaneMask mask,
                             Lane* out) {
  const Lane* base = registers_.read(warp, slot);
  for (int i = 0; i < stride_; ++i)
    out[i] = base[i] + static_cast<Lane>(offset);
  const LaneMask unknown = registers_.unknown_of(warp, slot) & mask;
  if (unknown != 0) {
    const Path& path = warp.paths.back();
    const int32_t line = warp.frames[path.frame].code->ptx->instructions[step.instruction].line;
    const int32_t listed =
        state_.unknowns.touched(line, registers_.cause_of(warp, slot), "address");
    if (listed >= 0) warp.counters[layout_.unknowns + listed] += path.weight;
    block_.outcome.estimated = true;
    warp.counters[layout_.estimated] += path.weight;
  }
  return unknown;
}

void BlockRunner::run_memory(Warp& warp, const Step& step, LaneMask mask) {
  const MemoryInfo& info = program_.memories[step.info];
  if (step.kind == StepKind::AsyncCopy) {
    run_async_copy(warp, step, info, mask);
    return;
  }
  if (step.kind == StepKind::MatrixLoad || step.kind == StepKind::MatrixStore) {
    run_matrix(warp, step, info, mask);
    return;
  }
  Lane address[kMaxLanes] = {};
  const LaneMask unknown = gather(warp, step, info.address, info.offset, mask, address);
  if (info.space != ptx::Space::Generic) {
    run_request(warp, step, info, {info.space, info.address, address, mask}, unknown);
    return;
  }
  // Generic addresses of one instruction may lie in shared memory for some lanes and in global
  // memory for others: a request each.
  for (LaneMask left = mask; left != 0;) {
    const LaneMask known = left & ~unknown;
    LaneMask part = left;
    ptx::Space space = ptx::Space::Generic;
    if (known != 0) {
      space = space_of_address(address[std::countr_zero(known)]);
      for (int i = std::countr_zero(known); i < width_; ++i) {
        const bool other = ((known >> i) & 1) != 0 && space_of_address(address[i]) != space;
        if (other) part &= ~(LaneMask{1} << i);
      }
    }
    run_request(warp, step, info, {space, info.address, address, part}, unknown & part);
    left &= ~part;
  }
}

// Lanes of one space. `unknown` are those without a known address.
void BlockRunner::run_request(Warp& warp, const Step& step, const MemoryInfo& info,
                              const Request& request, LaneMask unknown) {
  const auto [space, slot, address, mask] = request;
  const LaneMask known = mask & ~unknown;
  if (info.site >= 0) {
    state_.requests.site_space[info.site] = space;
    const LaneMask asking = info.one_lane ? known & (~known + 1) : known;
    if (known != 0) record(warp, step, info, {space, slot, address, asking});
    if (unknown != 0 && space != ptx::Space::Shared) record_unknown(warp, step, info, unknown);
  }
  switch (step.kind) {
    case StepKind::Load:
      if (info.needed) load_values(warp, step, info, request, unknown);
      break;
    case StepKind::Store:
      if (info.needed) store_values(warp, info, space, address, known);
      break;
    default:
      if (info.needed) atomic_values(warp, step, info, space, address, mask);
      break;
  }
}

void BlockRunner::run_async_copy(Warp& warp, const Step& step, const MemoryInfo& info,
                                 LaneMask mask) {
  Lane to[kMaxLanes] = {};
  Lane from[kMaxLanes] = {};
  const LaneMask lost = gather(warp, step, info.address, info.offset, mask, to);
  const LaneMask unknown = gather(warp, step, info.source, info.source_offset, mask, from);
  if ((mask & ~lost) != 0) record_shared(warp, info, info.address, to, mask & ~lost);
  if ((mask & ~unknown) != 0)
    record(warp, step, info, {ptx::Space::Global, info.source, from, mask & ~unknown});
  if (unknown != 0) record_unknown(warp, step, info, unknown);
  state_.requests.site_space[info.site] = ptx::Space::Global;
  if (info.needed && program_.shared_values) {
    fail_contexts(warp);
    copy_values(warp, info, to, from, mask & ~lost & ~unknown);
  }
}

namespace {

// What each lane asks for in one request of a fragment: where in which line.
struct FragmentPlace {
  int line = 0;
  int byte = 0;
};

struct FragmentRequests {
  int count = 0;
  int bytes = 0;  // per lane
};

// As ptxas lays fragments out on sm_80 and later: four lanes share a line of pairs, eight
// lines a request. Factors in shared memory are one ldmatrix of four matrices.
FragmentRequests fragment_requests(const MemoryInfo& info, ptx::Space space) {
  if (info.form == FragmentForm::Halves && info.is_factor && space == ptx::Space::Shared)
    return {1, 16};
  switch (info.form) {
    case FragmentForm::Halves:
      return {4, 4};
    case FragmentForm::Singles:
      return {4, 8};
    case FragmentForm::SinglesByColumn:
      return {8, 4};
    default:
      break;
  }
  const int bytes = std::min(info.line_bytes, 16);
  const int64_t total = int64_t{info.lines} * info.line_bytes;
  const int64_t each = int64_t{32} * bytes;
  return {static_cast<int>((total + each - 1) / each), bytes};
}

FragmentPlace fragment_place(const MemoryInfo& info, const FragmentRequests& all, int request,
                             int lane) {
  const int group = lane / 4;
  const int within = lane % 4;
  if (info.form == FragmentForm::Other) {
    const int64_t at = (int64_t{request} * 32 + lane) * all.bytes;
    return {static_cast<int>(at / info.line_bytes), static_cast<int>(at % info.line_bytes)};
  }
  if (all.count == 1) return {lane & 15, 16 * (lane >> 4)};
  if (info.form == FragmentForm::SinglesByColumn) {
    return {2 * within + (request & 1) + 8 * ((request >> 1) & 1),
            4 * (group + 8 * (request >> 2))};
  }
  return {group + 8 * (request >> 1), all.bytes * (within + 4 * (request & 1))};
}

}  // namespace

// ldmatrix reads rows of 16 bytes at the addresses of eight lanes each; wmma.load reads
// lines of a fragment from one address.
void BlockRunner::run_matrix(Warp& warp, const Step& step, const MemoryInfo& info, LaneMask mask) {
  Lane address[kMaxLanes] = {};
  const LaneMask unknown = gather(warp, step, info.address, info.offset, mask, address);
  if (unknown != 0) {
    record_unknown(warp, step, info, mask);
    return;
  }
  const ptx::Space space = info.space == ptx::Space::Generic
                               ? space_of_address(address[std::countr_zero(mask)])
                               : info.space;
  state_.requests.site_space[info.site] = space;
  if (info.line_bytes == 0) {
    const LaneMask rows = info.lines >= 64 ? mask : mask & ((LaneMask{1} << info.lines) - 1);
    record(warp, step, info, {space, info.address, address, rows});
    if (state_.options.all_values && step.kind == StepKind::MatrixStore)
      forget_bytes(warp, space, address, rows, info.element_bytes);
    return;
  }
  if (!warp.contexts.empty()) deltas_.need_still(warp, info.source, mask);
  const int first = std::countr_zero(mask);
  const Lane stride =
      registers_.read(warp, info.source)[first] * static_cast<Lane>(info.source_offset) / 8;
  const Lane base = address[first];
  const FragmentRequests requests = fragment_requests(info, space);
  MemoryInfo part = info;
  part.element_bytes = requests.bytes;
  for (int request = 0; request < requests.count; ++request) {
    LaneMask lanes = 0;
    for (int i = 0; i < 32; ++i) {
      const FragmentPlace place = fragment_place(info, requests, request, i);
      if (place.line >= info.lines) break;
      lanes |= LaneMask{1} << i;
      address[i] = base + static_cast<Lane>(place.line) * stride + static_cast<Lane>(place.byte);
    }
    record(warp, step, part, {space, info.address, address, lanes});
    if (state_.options.all_values && step.kind == StepKind::MatrixStore)
      forget_bytes(warp, space, address, lanes, requests.bytes);
  }
}

void BlockRunner::record(Warp& warp, const Step& step, const MemoryInfo& info,
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
    const auto index =
        static_cast<uint64_t>(block_.place.linear) * block_.warps.size() + warp.index;
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
    if (state_.requests.recorded < state_.options.trace_accesses) context.strides.push_back(stride);
  }
  if (space == ptx::Space::Global) check_range(warp, info, address, mask, slot);
  push_access(warp, step, info, base, offsets);
}

void BlockRunner::push_access(Warp& warp, const Step& step, const MemoryInfo& info, uint64_t base,
                              const LaneOffsets& offsets) {
  warp.counters[layout_.requests + info.site] += 1;
  if (state_.requests.recorded >= state_.options.trace_accesses) {
    block_.outcome.trace.complete = false;
    return;
  }
  ++state_.requests.recorded;
  Access access;
  access.site = static_cast<uint32_t>(info.site);
  uint32_t& last = state_.requests.site_pattern[info.site];
  last = state_.requests.patterns.intern(offsets.at, offsets.count,
                                         info.element_bytes * info.elements, last);
  access.pattern = last;
  access.warp = static_cast<uint16_t>(warp.index);
  access.base = base;
  access.time = clamped_time(warp.paths.back().time + static_cast<uint64_t>(step.at));
  warp.accesses.push_back(access);
}

void BlockRunner::record_unknown(Warp& warp, const Step& step, const MemoryInfo& info,
                                 LaneMask mask) {
  LaneOffsets offsets;
  for (int i = 0; i < width_; ++i)
    if (((mask >> i) & 1) != 0) offsets.at[offsets.count++] = 128 * i;
  const uint64_t place =
      static_cast<uint64_t>(state_.requests.unknown_addresses++) * 128 * kMaxLanes;
  for (DeltaContext& context : warp.contexts) {
    if (state_.requests.recorded < state_.options.trace_accesses)
      context.strides.push_back(int64_t{128} * kMaxLanes);
  }
  push_access(warp, step, info, kUnknownTraceBase + place % (uint64_t{1} << 40), offsets);
}

namespace {

constexpr int kSwappingWidth = 32;  // of a warp on GPUs that have no other atomics on reals

// Lanes that meet on one address go one after the other.
void count_rounds(const Lane* address, LaneMask mask, BankMemory& known) {
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

void BlockRunner::record_shared(Warp& warp, const MemoryInfo& info, Slot slot, const Lane* address,
                                LaneMask mask) {
  const ExecOptions& options = state_.options;
  for (DeltaContext& context : warp.contexts) {
    if (concerns(context, warp))
      deltas_.stride(context, slot, mask, int64_t{options.shared_banks} * options.bank_bytes);
  }
  const int bytes = info.element_bytes * info.elements;
  const int group = bytes <= 4 ? width_ : (bytes <= 8 ? 16 : 8);
  const bool atomic = info.kind == AccessKind::Atomic || info.kind == AccessKind::Reduction;
  const int first_lane = std::countr_zero(mask);
  BankMemory& known = state_.requests.banks[info.counter];
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
    for (int first = 0; first < width_; first += group)
      known.cycles += bank_cycles(address, mask & (lanes << first), bytes, atomic, options);
    if (info.swaps) count_rounds(address, mask, known);
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
    if (state_.requests.out_of_range_line == 0) {
      state_.requests.out_of_range_line = info.line;
      state_.requests.out_of_range_buffer = "shared memory";
    }
  }
}

// Which buffer the lanes touch, lanes outside all of them, and how many iterations of
// the loops around stay inside.
void BlockRunner::check_range(Warp& warp, const MemoryInfo& info, const Lane* address,
                              LaneMask mask, Slot slot) {
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
  int32_t& seen = state_.requests.site_buffer[info.site];
  if (buffer >= 0 && buffer == memory.find(high, bytes)) {
    seen = seen == -2 || seen == buffer ? buffer : -1;
    const uint64_t end = high + static_cast<uint64_t>(bytes);
    if (info.kind != AccessKind::Load) block_.outcome.stored[buffer].add(low, end);
    const bool drawn = info.draws_work && shares_counter(info, address, mask);
    if (info.needed && info.kind != AccessKind::Store && !drawn)
      block_.outcome.loaded[buffer].add(low, end);
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
  if (block_.budget.ending) return;
  seen = -1;
  const double weight = warp.paths.back().weight;
  for (int i = std::countr_zero(mask); i < width_; ++i) {
    if (((mask >> i) & 1) == 0 || memory.find(address[i], bytes) >= 0) continue;
    warp.counters[layout_.out_of_range] += weight;
    if (state_.requests.out_of_range_line != 0 || !state_.requests.out_of_range_buffer.empty())
      continue;
    state_.requests.out_of_range_line = info.line;
    const int32_t nearest = memory.nearest(address[i]);
    state_.requests.out_of_range_buffer =
        nearest < 0 ? "no buffer" : memory.buffers()[nearest].name;
  }
}

}  // namespace kcast::exec
