#include "analyze/exec/access/memory_values.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace kcast::exec {

namespace {

double real_of(Lane value, ptx::Type type) {
  if (type == ptx::Type::F64) return LaneType<double>::from(value);
  if (type == ptx::Type::F16)
    return static_cast<double>(half_to_float(static_cast<uint16_t>(value)));
  if (type == ptx::Type::BF16)
    return static_cast<double>(bfloat_to_float(static_cast<uint16_t>(value)));
  return static_cast<double>(LaneType<float>::from(value));
}

Lane lane_of(double value, ptx::Type type) {
  if (type == ptx::Type::F64) return LaneType<double>::to(value);
  if (type == ptx::Type::F16) return float_to_half(value);
  if (type == ptx::Type::BF16) return float_to_bfloat(value);
  return LaneType<float>::to(static_cast<float>(value));
}

// What an atomic leaves in memory.
Lane updated(const MemoryInfo& info, Lane old, Lane operand, Lane swap) {
  const int bits = 8 * info.element_bytes;
  const bool is_signed = ptx::is_signed(info.type);
  const bool less =
      is_signed ? sign_extended(operand, bits) < sign_extended(old, bits) : operand < old;
  switch (info.atomic) {
    case ptx::AtomicOp::Add:
      if (ptx::is_float(info.type))
        return lane_of(real_of(old, info.type) + real_of(operand, info.type), info.type);
      return low_bits(old + operand, bits);
    case ptx::AtomicOp::Min:
      return less ? operand : old;
    case ptx::AtomicOp::Max:
      return less ? old : operand;
    case ptx::AtomicOp::Inc:
      return old >= operand ? 0 : old + 1;
    case ptx::AtomicOp::Dec:
      return old == 0 || old > operand ? operand : old - 1;
    case ptx::AtomicOp::And:
      return old & operand;
    case ptx::AtomicOp::Or:
      return old | operand;
    case ptx::AtomicOp::Xor:
      return old ^ operand;
    case ptx::AtomicOp::Exch:
      return operand;
    case ptx::AtomicOp::Cas:
      return old == operand ? swap : old;
    default:
      return old;
  }
}

const char* cause_text(ptx::Space space) {
  switch (space) {
    case ptx::Space::Shared:
      return "shared memory that was never written";
    case ptx::Space::Local:
      return "local memory that was never written";
    case ptx::Space::Param:
      return "an argument without a value";
    default:
      return "memory outside every buffer";
  }
}

}  // namespace

std::string MemoryValues::contents_text(int32_t buffer) const {
  return "what '" + program_.memory->buffers()[static_cast<size_t>(buffer)].name + "' holds";
}

Known MemoryValues::load_one(Warp& warp, ptx::Space space, int lane, uint64_t address, int bytes) {
  switch (space) {
    case ptx::Space::Shared:
      return memory_.shared.load(address - kSharedBase, bytes);
    case ptx::Space::Local:
      return warp.local.empty() ? Known{0, false, -1}
                                : warp.local[lane].load(address - kLocalBase, bytes);
    case ptx::Space::Param:
      if (address >= kCallBase) {
        return warp.call.empty() ? Known{0, false, -1}
                                 : warp.call[lane].load(address - kCallBase, bytes);
      }
      return program_.memory->parameter(static_cast<int64_t>(address - kParamBase), bytes);
    case ptx::Space::Const:
      return program_.memory->constant(static_cast<int64_t>(address - kConstBase), bytes);
    default:
      break;
  }
  if (contents_ != nullptr) return contents_->load(address, bytes);
  bool touched = false;
  return memory_.overlay.load(address, bytes, program_.memory->initial(address, bytes), touched);
}

void MemoryValues::store_one(Warp& warp, ptx::Space space, int lane, uint64_t address, int bytes,
                             const Known& stored) {
  const Lane value = stored.value;
  const bool known = stored.known;
  bool changed = false;
  switch (space) {
    case ptx::Space::Shared:
      changed = memory_.shared.store(address - kSharedBase, bytes, value, known);
      break;
    case ptx::Space::Local:
      if (!warp.local.empty())
        changed = warp.local[lane].store(address - kLocalBase, bytes, value, known);
      break;
    case ptx::Space::Param:
      if (address >= kCallBase && !warp.call.empty())
        warp.call[lane].store(address - kCallBase, bytes, value, known);
      break;
    case ptx::Space::Const:
      break;
    default:
      if (contents_ != nullptr) {
        contents_->store(address, bytes, value, known);
      } else if (program_.memory->find(address, bytes) >= 0) {
        changed = memory_.overlay.store(address, bytes, value, known);
      }
      break;
  }
  if (changed) ++memory_.version;
}

void MemoryValues::load(Warp& warp, const Step& step, const MemoryInfo& info,
                        const Request& request, LaneMask unknown) {
  const auto [space, slot_of_address, address, mask] = request;
  const int bytes = info.element_bytes;
  const FunctionCode& code = *warp.frames[warp.paths.back().frame].code;
  for (size_t k = 0; k < info.values.size(); ++k) {
    const Slot slot = info.values[k];
    if (slot < 0) continue;
    Lane out[kMaxLanes] = {};
    LaneMask lost = unknown;
    int32_t from = -1;  // a buffer of which nothing is known
    for (int i = std::countr_zero(mask); i < width_; ++i) {
      if (((mask >> i) & 1) == 0 || ((unknown >> i) & 1) != 0) continue;
      const uint64_t at = address[i] + static_cast<uint64_t>(bytes) * k;
      const Known known = load_one(warp, space, i, at, bytes);
      out[i] = known.value;
      if (!known.known) lost |= LaneMask{1} << i;
      if (!known.known && known.buffer >= 0) from = known.buffer;
    }
    if (step.is_signed && 8 * bytes < code.slot_bits[slot]) {
      for (int i = 0; i < stride_; ++i) {
        out[i] =
            low_bits(static_cast<Lane>(sign_extended(out[i], 8 * bytes)), code.slot_bits[slot]);
      }
    }
    int32_t cause = 0;
    if (lost != 0) {
      cause = unknown != 0 ? registers_.cause_of(warp, slot_of_address)
                           : unknowns_.cause(from >= 0 ? contents_text(from) : cause_text(space));
    }
    if (!warp.contexts.empty()) deltas_.follow(warp, {slot_of_address}, slot, mask);
    registers_.write(warp, slot, out, mask, lost, cause);
  }
}

void MemoryValues::store(Warp& warp, const MemoryInfo& info, ptx::Space space, const Lane* address,
                         LaneMask mask) {
  const bool certain = warp.paths.back().weight >= 1;
  if (!warp.contexts.empty()) {
    deltas_.need_still(warp, info.address, mask);
    for (const Slot slot : info.values)
      deltas_.need_still(warp, slot, mask);
  }
  for (size_t k = 0; k < info.values.size(); ++k) {
    const Lane* values = registers_.read(warp, info.values[k]);
    // A register outside the slice has no value here.
    const LaneMask unknown =
        info.values[k] == kNoSlot ? ~LaneMask{0} : registers_.unknown_of(warp, info.values[k]);
    for (int turn = 0; turn < width_; ++turn) {
      const int i = lane_at(turn);
      if (((mask >> i) & 1) == 0) continue;
      store_one(warp, space, i, address[i] + static_cast<uint64_t>(info.element_bytes) * k,
                info.element_bytes, {values[i], certain && ((unknown >> i) & 1) == 0});
    }
  }
}

// A counter that all blocks add to: there are fewer of its kind than blocks.
bool MemoryValues::shares_counter(const MemoryInfo& info, const Lane* address,
                                  LaneMask mask) const {
  const bool counts = info.atomic == ptx::AtomicOp::Add || info.atomic == ptx::AtomicOp::Inc;
  if (!info.needed || info.kind != AccessKind::Atomic || !counts || mask == 0) return false;
  if (ptx::is_float(info.type)) return false;
  const Lane at = address[std::countr_zero(mask)];
  for (int i = std::countr_zero(mask); i < width_; ++i)
    if (((mask >> i) & 1) != 0 && address[i] != at) return false;
  const int32_t buffer = program_.memory->find(at, info.element_bytes);
  if (buffer < 0) return false;
  const int64_t n_counters = program_.memory->buffers()[buffer].extent.bytes / info.element_bytes;
  const std::array<int64_t, 3>& grid = program_.launch->grid;
  return n_counters < grid[0] * grid[1] * grid[2];
}

void MemoryValues::advance_counter(Warp& warp, const MemoryInfo& info, Lane address, Lane by) {
  const Known old = load_one(warp, ptx::Space::Global, 0, address, info.element_bytes);
  store_one(warp, ptx::Space::Global, 0, address, info.element_bytes,
            {low_bits(old.value + by, 8 * info.element_bytes), old.known});
}

// The blocks before this one have added to the counter, each as much as the last one that was
// interpreted; or, where they draw work from it and come again, what this one adds now.
void MemoryValues::share_counter(Warp& warp, const MemoryInfo& info, Lane address, Lane sum) {
  const auto known = added_sums_.find(address);
  const bool whole = !info.draws_work && known != added_sums_.end();
  const auto [own, first] = memory_.counters.try_emplace(address, 0);
  if (first) {
    const Lane each = whole ? known->second : sum;
    advance_counter(warp, info, address, each * static_cast<Lane>(linear_block_));
  }
  own->second += sum;
}

void MemoryValues::run_atomic(Warp& warp, const Step& step, const MemoryInfo& info,
                              ptx::Space space, const Lane* address, LaneMask mask) {
  fail_contexts(warp);
  const Slot operand_slot = info.values.empty() ? kNoSlot : info.values[0];
  const Lane* operand = registers_.read(warp, operand_slot);
  const Lane* swap = registers_.read(warp, step.c);
  const LaneMask unknown = registers_.unknown_of(warp, operand_slot) |
                           registers_.unknown_of(warp, info.address) |
                           registers_.unknown_of(warp, step.c);
  const bool shared = contents_ == nullptr && (unknown & mask) == 0 &&
                      space == ptx::Space::Global && shares_counter(info, address, mask);
  Lane sum = 0;
  for (int i = std::countr_zero(mask); i < width_; ++i)
    sum += ((mask >> i) & 1) == 0 ? 0 : info.atomic == ptx::AtomicOp::Inc ? 1 : operand[i];
  if (shared) share_counter(warp, info, address[std::countr_zero(mask)], sum);
  Lane out[kMaxLanes] = {};
  LaneMask lost = unknown & mask;
  for (int turn = 0; turn < width_; ++turn) {
    const int i = lane_at(turn);
    if (((mask >> i) & 1) == 0 || ((registers_.unknown_of(warp, info.address) >> i) & 1) != 0)
      continue;
    const Known old = load_one(warp, space, i, address[i], info.element_bytes);
    out[i] = old.value;
    if (!old.known) lost |= LaneMask{1} << i;
    const bool known = old.known && ((unknown >> i) & 1) == 0;
    store_one(warp, space, i, address[i], info.element_bytes,
              {updated(info, old.value, operand[i], swap[i]), known});
  }
  // While a block works on what it drew, each of the others draws as much.
  if (shared && info.draws_work) {
    const std::array<int64_t, 3>& grid = program_.launch->grid;
    const int64_t n_others = grid[0] * grid[1] * grid[2] - 1;
    advance_counter(warp, info, address[std::countr_zero(mask)], sum * static_cast<Lane>(n_others));
  }
  registers_.write(warp, step.d, out, mask, lost,
                   lost != 0 ? unknowns_.cause(cause_text(space)) : 0);
}

// What is stored there is not computed.
void MemoryValues::forget(Warp& warp, ptx::Space space, const Lane* address, LaneMask mask,
                          int bytes) {
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    for (int at = 0; at < bytes; at += 4) {
      store_one(warp, space, i, address[i] + static_cast<uint64_t>(at), std::min(4, bytes - at),
                {.value = 0, .known = false, .buffer = -1});
    }
  }
}

void MemoryValues::copy(Warp& warp, const MemoryInfo& info, const Lane* to, const Lane* from,
                        LaneMask mask) {
  for (int i = mask == 0 ? width_ : std::countr_zero(mask); i < width_; ++i) {
    if (((mask >> i) & 1) == 0) continue;
    for (int at = 0; at < info.element_bytes; at += 4) {
      const int bytes = std::min(4, info.element_bytes - at);
      const Known value =
          load_one(warp, ptx::Space::Global, i, from[i] + static_cast<uint64_t>(at), bytes);
      store_one(warp, ptx::Space::Shared, i, to[i] + static_cast<uint64_t>(at), bytes, value);
    }
  }
}

}  // namespace kcast::exec
