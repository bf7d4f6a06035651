#include "analyze/exec/access/requests.h"

#include <algorithm>
#include <bit>

namespace kcast::exec {

// Addresses of the lanes; returns those that are unknown.
LaneMask Requests::gather(Warp& warp, const Step& step, Slot slot, int64_t offset, LaneMask mask,
                          Lane* out) {
  const Lane* base = registers_.read(warp, slot);
  for (int i = 0; i < stride_; ++i)
    out[i] = base[i] + static_cast<Lane>(offset);
  const LaneMask unknown = registers_.unknown_of(warp, slot) & mask;
  if (unknown != 0) {
    const Path& path = warp.paths.back();
    const int32_t line = warp.frames[path.frame].code->ptx->instructions[step.instruction].line;
    const int32_t listed = unknowns_.touched(line, registers_.cause_of(warp, slot), "address");
    if (listed >= 0) warp.counters[layout_.unknowns + listed] += path.weight;
    estimated_ = true;
    warp.counters[layout_.estimated] += path.weight;
  }
  return unknown;
}

void Requests::run(Warp& warp, const Step& step, LaneMask mask) {
  const MemoryInfo& info = program_.memories[step.info];
  if (step.kind == StepKind::AsyncCopy) {
    copy(warp, step, info, mask);
    return;
  }
  if (step.kind == StepKind::MatrixLoad || step.kind == StepKind::MatrixStore) {
    run_matrix(warp, step, info, mask);
    return;
  }
  Lane address[kMaxLanes] = {};
  const LaneMask unknown = gather(warp, step, info.address, info.offset, mask, address);
  if (info.space != ptx::Space::Generic) {
    run_part(warp, step, info, {info.space, info.address, address, mask}, unknown);
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
    run_part(warp, step, info, {space, info.address, address, part}, unknown & part);
    left &= ~part;
  }
}

// Lanes of one space. `unknown` are those without a known address.
void Requests::run_part(Warp& warp, const Step& step, const MemoryInfo& info,
                        const Request& request, LaneMask unknown) {
  const auto [space, slot, address, mask] = request;
  const LaneMask known = mask & ~unknown;
  if (info.site >= 0) {
    site_space_[info.site] = space;
    const LaneMask asking = info.one_lane ? known & (~known + 1) : known;
    if (known != 0) recorder_.record(warp, step, info, {space, slot, address, asking});
    if (unknown != 0 && space != ptx::Space::Shared)
      recorder_.record_unknown(warp, step, info, unknown);
  }
  switch (step.kind) {
    case StepKind::Load:
      if (info.needed) values_.load(warp, step, info, request, unknown);
      break;
    case StepKind::Store:
      if (info.needed) values_.store(warp, info, space, address, known);
      break;
    default:
      if (info.needed) values_.run_atomic(warp, step, info, space, address, mask);
      break;
  }
}

void Requests::copy(Warp& warp, const Step& step, const MemoryInfo& info, LaneMask mask) {
  Lane to[kMaxLanes] = {};
  Lane from[kMaxLanes] = {};
  const LaneMask lost = gather(warp, step, info.address, info.offset, mask, to);
  const LaneMask unknown = gather(warp, step, info.source, info.source_offset, mask, from);
  if ((mask & ~lost) != 0) recorder_.record_shared(warp, info, info.address, to, mask & ~lost);
  if ((mask & ~unknown) != 0)
    recorder_.record(warp, step, info, {ptx::Space::Global, info.source, from, mask & ~unknown});
  if (unknown != 0) recorder_.record_unknown(warp, step, info, unknown);
  site_space_[info.site] = ptx::Space::Global;
  if (info.needed && program_.shared_values) {
    fail_contexts(warp);
    values_.copy(warp, info, to, from, mask & ~lost & ~unknown);
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
void Requests::run_matrix(Warp& warp, const Step& step, const MemoryInfo& info, LaneMask mask) {
  Lane address[kMaxLanes] = {};
  const LaneMask unknown = gather(warp, step, info.address, info.offset, mask, address);
  if (unknown != 0) {
    recorder_.record_unknown(warp, step, info, mask);
    return;
  }
  const ptx::Space space = info.space == ptx::Space::Generic
                               ? space_of_address(address[std::countr_zero(mask)])
                               : info.space;
  site_space_[info.site] = space;
  if (info.line_bytes == 0) {
    const LaneMask rows = info.lines >= 64 ? mask : mask & ((LaneMask{1} << info.lines) - 1);
    recorder_.record(warp, step, info, {space, info.address, address, rows});
    if (options_.all_values && step.kind == StepKind::MatrixStore)
      values_.forget(warp, space, address, rows, info.element_bytes);
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
    recorder_.record(warp, step, part, {space, info.address, address, lanes});
    if (options_.all_values && step.kind == StepKind::MatrixStore)
      values_.forget(warp, space, address, lanes, requests.bytes);
  }
}

}  // namespace kcast::exec
