// One block: its warps, in turns between barriers.
#include "analyze/exec/block.h"

#include <algorithm>
#include <bit>

namespace kcast::exec {

int32_t Unknowns::cause(const std::string& text) {
  for (size_t i = 0; i < causes_.size(); ++i)
    if (causes_[i] == text) return static_cast<int32_t>(i);
  causes_.push_back(text);
  return static_cast<int32_t>(causes_.size()) - 1;
}

int32_t Unknowns::touched(int32_t line, int32_t cause, const char* what) {
  const std::string& text = causes_[cause];
  for (size_t i = 0; i < list_.size(); ++i) {
    if (list_[i].line == line && list_[i].touched == what && list_[i].cause == text)
      return static_cast<int32_t>(i);
  }
  if (list_.size() >= kMaxUnknowns) return -1;
  UnknownValue value;
  value.line = line;
  value.cause = text;
  value.touched = what;
  list_.push_back(std::move(value));
  return static_cast<int32_t>(list_.size()) - 1;
}

void RunState::note(const std::string& text) {
  if (notes.size() < 32 && std::find(notes.begin(), notes.end(), text) == notes.end())
    notes.push_back(text);
}

BlockRunner::BlockRunner(RunState& state, const std::array<int64_t, 3>& block, size_t most_warps)
    : state_(state),
      program_(*state.program),
      layout_(state.program->counters),
      block_(block),
      width_(state.options.warp_width),
      chunks_((state.options.warp_width + kChunkLanes - 1) / kChunkLanes),
      stride_(chunks_ * kChunkLanes) {
  const Launch& launch = *program_.launch;
  linear_block_ = (block[2] * launch.grid[1] + block[1]) * launch.grid[0] + block[0];
  outcome_.block = block;
  outcome_.trace.block = block;
  outcome_.loaded.resize(program_.memory->buffers().size());
  outcome_.stored.resize(program_.memory->buffers().size());
  if (program_.shared_values) shared_.reset(static_cast<size_t>(program_.shared.bytes));
  const int64_t threads = launch.block[0] * launch.block[1] * launch.block[2];
  warps_.resize(std::min(most_warps, static_cast<size_t>((threads + width_ - 1) / width_)));
  for (size_t w = 0; w < warps_.size(); ++w)
    start_warp(warps_[w], static_cast<int32_t>(w));
}

void BlockRunner::start_warp(Warp& warp, int32_t index) {
  const Launch& launch = *program_.launch;
  const int64_t threads = launch.block[0] * launch.block[1] * launch.block[2];
  warp.index = index;
  const int64_t first = int64_t{index} * width_;
  const int64_t lanes = std::min<int64_t>(width_, threads - first);
  warp.all = lanes >= 64 ? ~LaneMask{0} : (LaneMask{1} << lanes) - 1;
  warp.live = warp.all;
  warp.specials.assign(size_t{kWarpSlots} * kMaxLanes, 0);
  const auto set = [&](int slot, int lane, int64_t value) {
    warp.specials[static_cast<size_t>(slot) * kMaxLanes + lane] = static_cast<Lane>(value);
  };
  for (int lane = 0; lane < kMaxLanes; ++lane) {
    const int64_t thread = first + lane;
    set(kTidX, lane, thread % launch.block[0]);
    set(kTidY, lane, thread / launch.block[0] % launch.block[1]);
    set(kTidZ, lane, thread / (launch.block[0] * launch.block[1]));
    set(kCtaIdX, lane, block_[0]);
    set(kCtaIdY, lane, block_[1]);
    set(kCtaIdZ, lane, block_[2]);
    set(kWarpId, lane, index);
  }
  warp.carry.assign(kMaxLanes, 0);
  warp.counters.assign(layout_.size, 0);
  if (program_.call_bytes > 0) {
    warp.call.resize(width_);
    for (ByteMemory& memory : warp.call)
      memory.reset(static_cast<size_t>(program_.call_bytes));
  }
  if (program_.local_values && program_.local_bytes > 0 && program_.local_bytes <= 65536) {
    warp.local.resize(width_);
    for (ByteMemory& memory : warp.local)
      memory.reset(static_cast<size_t>(program_.local_bytes));
  }
  const FunctionCode& code = program_.functions[program_.kernel];
  warp.frames.resize(1);
  warp.n_frames = 1;
  Frame& frame = warp.frames[0];
  frame.code = &code;
  frame.registers.assign(static_cast<size_t>(code.n_slots) * stride_, 0);
  frame.unknown.assign(code.n_slots, ~LaneMask{0});
  frame.cause.assign(code.n_slots, state_.unknowns.cause("a register that was never written"));
  frame.mask = warp.all;
  Path path;
  path.mask = warp.all;
  warp.paths.push_back(path);
}

BlockOutcome BlockRunner::run() {
  while (!cut_off_) {
    bool ran = false;
    for (size_t turn = 0; turn < warps_.size(); ++turn) {
      Warp& warp = warps_[state_.options.backwards ? warps_.size() - 1 - turn : turn];
      if (warp.status != WarpStatus::Ready || cut_off_) continue;
      ran = true;
      if (ends_by_data_ && warp.interpreted == 0 && any_is_through()) {
        stay_away(warp);
      } else {
        run_warp(warp);
      }
    }
    if (!ran && !release_barriers()) break;
  }
  return finish();
}

// Lets warps go on whose barrier is complete: all threads that have not left the
// kernel, or as many as the barrier asks for. False when nobody waits.
bool BlockRunner::release_barriers() {
  bool waiting = false;
  bool released = false;
  const bool some_left = std::any_of(warps_.begin(), warps_.end(), [](const Warp& warp) {
    return warp.status == WarpStatus::Done;
  });
  for (int64_t id = 0; id < 16; ++id) {
    int64_t arrived = 0;
    int64_t expected = 0;
    int64_t value = 0;
    int64_t live = 0;
    for (const Warp& warp : warps_) {
      if (warp.status == WarpStatus::Done) continue;
      live += std::popcount(warp.all);
      if (warp.status != WarpStatus::Waiting || warp.barrier != id) continue;
      waiting = true;
      arrived += std::popcount(warp.all);
      value += warp.barrier_value;
      expected = std::max(expected, warp.barrier_threads);
    }
    if (arrived == 0) continue;
    if (expected == 0 || expected > live) expected = live;
    if (arrived < expected) continue;
    released = true;
    // A warp that skipped iterations leaves long before the others.
    state_.barrier_use.after_exit |= some_left && !skipped_;
    for (Warp& warp : warps_) {
      if (warp.status != WarpStatus::Waiting || warp.barrier != id) continue;
      finish_barrier(warp, value);
      warp.status = WarpStatus::Ready;
    }
  }
  if (waiting && !released) {
    // Warps that left their loops early may well do so.
    if (!ending_) {
      state_.note("Warps wait at different barriers for ever; they were let through.");
      state_.barrier_use.divergent = true;
    }
    outcome_.estimated = true;
    for (Warp& warp : warps_) {
      if (warp.status != WarpStatus::Waiting) continue;
      finish_barrier(warp, warp.barrier_value);
      warp.status = WarpStatus::Ready;
    }
  }
  return waiting;
}

// Some warp has come to its end, or to a barrier behind its loops.
bool BlockRunner::any_is_through() const {
  return std::ranges::any_of(
      warps_, [](const Warp& warp) { return warp.status != WarpStatus::Ready && !warp.absent; });
}

// Where data say when loops end, warps that ran while there was time are a better measure of
// another one than a few rounds of its own.
void BlockRunner::stay_away(Warp& warp) {
  warp.absent = true;
  warp.status = WarpStatus::Done;
  skipped_ = true;
}

// Warps that did not come to their end go on with their loops as they ran so far. Those that
// did not come to a loop, or were never begun, count like those that ended or, where none did,
// like the one that came furthest.
void BlockRunner::complete_counters() {
  for (Warp& warp : warps_) {
    if (warp.status != WarpStatus::Done) extrapolate(warp);
  }
  std::vector<double> mean(layout_.size, 0);
  double done = 0;
  const Warp* furthest = &warps_[0];
  for (const Warp& warp : warps_) {
    if (warp.counters[layout_.instructions] > furthest->counters[layout_.instructions])
      furthest = &warp;
    if (warp.status != WarpStatus::Done || warp.absent) continue;
    done += 1;
    for (int32_t k = 0; k < layout_.size; ++k)
      mean[k] += warp.counters[k];
  }
  for (double& value : mean)
    value /= std::max(done, 1.0);
  if (done == 0) mean = furthest->counters;
  for (Warp& warp : warps_) {
    const bool less = warp.counters[layout_.instructions] < mean[layout_.instructions];
    if (warp.absent || (warp.status != WarpStatus::Done && less)) warp.counters = mean;
  }
}

// How often each site goes to memory for once that the trace has it.
void BlockRunner::scale_trace() {
  BlockTrace& trace = outcome_.trace;
  trace.scale.assign(program_.sites.size(), 0);
  for (const Access& access : trace.accesses)
    trace.scale[access.site] += access.repeat;
  for (size_t s = 0; s < trace.scale.size(); ++s) {
    const double requests = outcome_.counters[layout_.requests + static_cast<int32_t>(s)];
    trace.scale[s] = trace.scale[s] > 0 ? requests / trace.scale[s] : 1;
  }
}

BlockOutcome BlockRunner::finish() {
  if (ending_) complete_counters();
  outcome_.counters.assign(layout_.size, 0);
  outcome_.complete = !ending_;
  uint64_t longest = 0;
  size_t total = 0;
  for (const Warp& warp : warps_)
    total += warp.accesses.size();
  outcome_.trace.accesses.reserve(total);
  for (Warp& warp : warps_) {
    for (int32_t k = 0; k < layout_.size; ++k)
      outcome_.counters[k] += warp.counters[k];
    outcome_.interpreted += warp.interpreted;
    outcome_.skipped += warp.skipped;
    longest = std::max(longest, warp.time);
    std::stable_sort(warp.accesses.begin(), warp.accesses.end(),
                     [](const Access& a, const Access& b) { return a.time < b.time; });
    outcome_.trace.accesses.insert(outcome_.trace.accesses.end(), warp.accesses.begin(),
                                   warp.accesses.end());
  }
  for (const auto& [address, sum] : counters_)
    state_.added_sums[address] = sum;
  outcome_.longest_warp = static_cast<double>(longest);
  outcome_.trace.duration = static_cast<uint32_t>(std::min<uint64_t>(longest, UINT32_MAX));
  if (!outcome_.complete) outcome_.trace.complete = false;
  if (!outcome_.trace.complete) scale_trace();
  return std::move(outcome_);
}

BlockOutcome run_block(RunState& state, const std::array<int64_t, 3>& block) {
  return BlockRunner(state, block).run();
}

BlockOutcome run_first_warp(RunState& state, const std::array<int64_t, 3>& block) {
  return BlockRunner(state, block, 1).run();
}

}  // namespace kcast::exec
