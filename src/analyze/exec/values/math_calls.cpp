#include "analyze/exec/values/math_calls.h"

#include <algorithm>
#include <bit>

#include "analyze/exec/loops/deltas.h"
#include "schema/fill.h"

namespace kcast::exec {
namespace {

double real_of(Lane bits, int64_t bytes) {
  switch (bytes) {
    case 2:
      return half_to_float(static_cast<uint16_t>(bits));
    case 4:
      return std::bit_cast<float>(static_cast<uint32_t>(bits));
    default:
      return std::bit_cast<double>(bits);
  }
}

}  // namespace

void MathCalls::note_arguments(const Warp& warp, const Step& step, const CallInfo& info,
                               const Lane* values, LaneMask known) {
  const int32_t function = warp.frames[warp.paths.back().frame].code->function;
  MathArguments& list = reals_.arguments[{function, step.instruction}];
  list.function = function;
  list.instruction = step.instruction;
  for (int lane = 0; lane < width_ && list.values.size() < kMaxMathSamples; ++lane) {
    if (((known >> lane) & 1) == 0) continue;
    std::array<double, 2>& sample = list.values.emplace_back();
    for (size_t k = 0; k < std::min<size_t>(2, info.arguments.size()); ++k) {
      const Lane bits = values[k * kMaxLanes + static_cast<size_t>(lane)];
      sample[k] = real_of(bits, info.arguments[k].bytes);
    }
  }
}

// A choice is noted by its condition, 0 or 1.
void MathCalls::note_operands(const Warp& warp, const Step& step, const Lane* const* sources,
                              LaneMask mask) {
  const int32_t function = warp.frames[warp.paths.back().frame].code->function;
  MathArguments& list = reals_.arguments[{function, step.instruction}];
  list.function = function;
  list.instruction = step.instruction;
  const bool chooses = step.change == Change::Select;
  LaneMask unknown = 0;
  if (chooses) {
    unknown = registers_.unknown_of(warp, step.c);
  } else {
    unknown = registers_.unknown_of(warp, step.a) |
              (step.b == kNoSlot ? 0 : registers_.unknown_of(warp, step.b));
  }
  for (int lane = 0; lane < width_ && list.values.size() < kMaxMathSamples; ++lane) {
    if (((mask & ~unknown) >> lane & 1) == 0) continue;
    std::array<double, 2>& sample = list.values.emplace_back();
    if (chooses) {
      sample[0] = sources[2][lane] != 0 ? 1 : 0;
      continue;
    }
    sample[0] = real_of(sources[0][lane], step.source_bits / 8);
    if (step.b != kNoSlot) sample[1] = real_of(sources[1][lane], step.source_bits / 8);
  }
}

void MathCalls::call(Warp& warp, const Step& step, LaneMask mask) {
  const CallInfo& info = warp.frames[warp.paths.back().frame].code->calls[step.info];
  Lane values[4 * kMaxLanes] = {};
  Lane out[2 * kMaxLanes] = {};
  LaneMask unknown = info.math.fn == nullptr ? mask : 0;
  const Lane* sources[4] = {values, values + kMaxLanes, values + size_t{2} * kMaxLanes,
                            values + size_t{3} * kMaxLanes};
  for (size_t k = 0; k < info.arguments.size() && k < 4; ++k) {
    const CallInfo::Passed& argument = info.arguments[k];
    for (int lane = 0; lane < width_; ++lane) {
      if (((mask >> lane) & 1) == 0) continue;
      const Known known =
          warp.call[lane].load(static_cast<uint64_t>(argument.at),
                               static_cast<int>(std::min<int64_t>(8, argument.bytes)));
      values[k * kMaxLanes + lane] = known.value;
      if (!known.known) unknown |= LaneMask{1} << lane;
    }
  }
  if (options_.math_arguments) note_arguments(warp, step, info, values, mask & ~unknown);
  // Math is not linear: its arguments came through memory that deltas do not follow.
  fail_contexts(warp);
  if (info.math.fn != nullptr) info.math.fn(out, sources, chunks_, 0);
  if (info.results.empty()) return;
  const CallInfo::Passed& result = info.results[0];
  const int parts = std::max(1, info.math.results);
  const auto each = static_cast<int>(std::min<int64_t>(8, result.bytes / parts));
  for (int part = 0; part < parts && options_.free_ulps > 0; ++part)
    move_last_digits(out + static_cast<ptrdiff_t>(part) * kMaxLanes, 8 * each);
  for (int lane = 0; lane < width_; ++lane) {
    if (((mask >> lane) & 1) == 0) continue;
    for (int part = 0; part < parts; ++part) {
      warp.call[lane].store(static_cast<uint64_t>(result.at + int64_t{part} * each), each,
                            out[part * kMaxLanes + lane], ((unknown >> lane) & 1) == 0);
    }
  }
}

// Each lane by up to so many units in the last place.
void MathCalls::move_last_digits(Lane* values, int bits) {
  const int mantissa = bits == 64 ? 52 : (bits == 32 ? 23 : 10);
  const Lane sign = Lane{1} << (bits - 1);
  const Lane infinity = (sign - 1) >> mantissa << mantissa;
  const auto span = static_cast<Lane>(2 * options_.free_ulps + 1);
  for (int i = 0; i < stride_; ++i) {
    reals_.free_digits = fill_mix(reals_.free_digits);
    const Lane magnitude = values[i] & (sign - 1);
    const auto room = static_cast<Lane>(options_.free_ulps);
    if (magnitude <= room || magnitude + room >= infinity) continue;
    values[i] += reals_.free_digits % span - room;
  }
}

}  // namespace kcast::exec
