#include "analyze/exec/block.h"

#include <algorithm>
#include <bit>

namespace kcast::exec {

namespace {

// A block before its first instruction, without the registers of its warps.
BlockState begin_block(const RunState& run, const std::array<int64_t, 3>& block,
                       size_t most_warps) {
  const Program& program = *run.program;
  const Launch& launch = *program.launch;
  BlockState state;
  const int32_t width = run.options.warp_width;
  const int32_t chunks = (width + kChunkLanes - 1) / kChunkLanes;
  state.shape = {.width = width, .chunks = chunks, .stride = chunks * kChunkLanes};
  const int64_t threads = launch.block[0] * launch.block[1] * launch.block[2];
  state.place.block = block;
  state.place.linear = (block[2] * launch.grid[1] + block[1]) * launch.grid[0] + block[0];
  state.place.n_warps = std::min(most_warps, static_cast<size_t>((threads + width - 1) / width));
  state.warps.resize(state.place.n_warps);
  state.outcome.block = block;
  state.outcome.trace.block = block;
  state.outcome.loaded.resize(program.memory->buffers().size());
  state.outcome.stored.resize(program.memory->buffers().size());
  if (program.shared_values) state.memory.shared.reset(static_cast<size_t>(program.shared.bytes));
  return state;
}

}  // namespace

BlockRunner::BlockRunner(RunState& run, const std::array<int64_t, 3>& block, size_t most_warps)
    : run_(run),
      block_(begin_block(run, block, most_warps)),
      registers_(*run.program, run.unknowns, block_.shape.stride),
      deltas_(*run.program, block_.shape, registers_),
      math_calls_(run, block_.shape, registers_),
      alu_(run, block_.shape, registers_, deltas_, math_calls_),
      warp_ops_(run, block_.shape, registers_, deltas_),
      memory_values_(run, block_, registers_, deltas_),
      recorder_(run, block_, deltas_, memory_values_),
      requests_(run, block_, registers_, deltas_, recorder_, memory_values_),
      barriers_(run, block_, registers_),
      ending_(run, block_, registers_),
      loops_(run, block_, ending_),
      branches_(run, block_, registers_, deltas_, loops_),
      calls_(run, block_.shape, registers_, loops_),
      interpreter_(run, block_,
                   {.registers = registers_,
                    .deltas = deltas_,
                    .alu = alu_,
                    .math_calls = math_calls_,
                    .warp_ops = warp_ops_,
                    .requests = requests_,
                    .barriers = barriers_,
                    .branches = branches_,
                    .calls = calls_,
                    .loops = loops_}) {
  for (size_t w = 0; w < block_.warps.size(); ++w)
    start_warp(block_.warps[w], static_cast<int32_t>(w));
}

void BlockRunner::start_warp(Warp& warp, int32_t index) {
  const Program& program = *run_.program;
  const Launch& launch = *program.launch;
  const int32_t width = block_.shape.width;
  const int64_t threads = launch.block[0] * launch.block[1] * launch.block[2];
  warp.index = index;
  const int64_t first = int64_t{index} * width;
  const int64_t lanes = std::min<int64_t>(width, threads - first);
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
    set(kCtaIdX, lane, block_.place.block[0]);
    set(kCtaIdY, lane, block_.place.block[1]);
    set(kCtaIdZ, lane, block_.place.block[2]);
    set(kWarpId, lane, index);
  }
  warp.carry.assign(kMaxLanes, 0);
  warp.counters.assign(program.counters.size, 0);
  if (program.call_bytes > 0) {
    warp.call.resize(width);
    for (ByteMemory& memory : warp.call)
      memory.reset(static_cast<size_t>(program.call_bytes));
  }
  if (program.local_values && program.local_bytes > 0 && program.local_bytes <= 65536) {
    warp.local.resize(width);
    for (ByteMemory& memory : warp.local)
      memory.reset(static_cast<size_t>(program.local_bytes));
  }
  const FunctionCode& code = program.functions[program.kernel];
  warp.frames.resize(1);
  warp.n_frames = 1;
  Frame& frame = warp.frames[0];
  frame.code = &code;
  frame.registers.assign(static_cast<size_t>(code.n_slots) * block_.shape.stride, 0);
  frame.unknown.assign(code.n_slots, ~LaneMask{0});
  frame.cause.assign(code.n_slots, run_.unknowns.cause("a register that was never written"));
  frame.mask = warp.all;
  Path path;
  path.mask = warp.all;
  warp.paths.push_back(path);
}

BlockOutcome BlockRunner::run() {
  while (!block_.budget.cut_off) {
    bool ran = false;
    for (size_t turn = 0; turn < block_.warps.size(); ++turn) {
      Warp& warp = block_.warps[run_.options.backwards ? block_.warps.size() - 1 - turn : turn];
      if (warp.status != WarpStatus::Ready || block_.budget.cut_off) continue;
      ran = true;
      if (block_.budget.ends_by_data && warp.interpreted == 0 && any_is_through()) {
        stay_away(warp);
      } else {
        interpreter_.run(warp);
      }
    }
    if (!ran && !barriers_.release()) break;
  }
  return finish();
}

// Some warp has come to its end, or to a barrier behind its loops.
bool BlockRunner::any_is_through() const {
  return std::ranges::any_of(block_.warps, [](const Warp& warp) {
    return warp.status != WarpStatus::Ready && !warp.absent;
  });
}

// Where data say when loops end, warps that ran while there was time are a better measure of
// another one than a few rounds of its own.
void BlockRunner::stay_away(Warp& warp) {
  warp.absent = true;
  warp.status = WarpStatus::Done;
  block_.budget.skipped = true;
}

// Warps that did not come to their end go on with their loops as they ran so far. Those that
// did not come to a loop, or were never begun, count like those that ended or, where none did,
// like the one that came furthest.
void BlockRunner::complete_counters() {
  const CounterLayout& layout = run_.program->counters;
  for (Warp& warp : block_.warps) {
    if (warp.status != WarpStatus::Done) ending_.extrapolate(warp);
  }
  std::vector<double> mean(layout.size, 0);
  double done = 0;
  const Warp* furthest = &block_.warps[0];
  for (const Warp& warp : block_.warps) {
    if (warp.counters[layout.instructions] > furthest->counters[layout.instructions])
      furthest = &warp;
    if (warp.status != WarpStatus::Done || warp.absent) continue;
    done += 1;
    for (int32_t k = 0; k < layout.size; ++k)
      mean[k] += warp.counters[k];
  }
  for (double& value : mean)
    value /= std::max(done, 1.0);
  if (done == 0) mean = furthest->counters;
  for (Warp& warp : block_.warps) {
    const bool less = warp.counters[layout.instructions] < mean[layout.instructions];
    if (warp.absent || (warp.status != WarpStatus::Done && less)) warp.counters = mean;
  }
}

// How often each site goes to memory for once that the trace has it.
void BlockRunner::scale_trace() {
  const CounterLayout& layout = run_.program->counters;
  BlockTrace& trace = block_.outcome.trace;
  trace.scale.assign(run_.program->sites.size(), 0);
  for (const Access& access : trace.accesses)
    trace.scale[access.site] += access.repeat;
  for (size_t s = 0; s < trace.scale.size(); ++s) {
    const double requests = block_.outcome.counters[layout.requests + static_cast<int32_t>(s)];
    trace.scale[s] = trace.scale[s] > 0 ? requests / trace.scale[s] : 1;
  }
}

BlockOutcome BlockRunner::finish() {
  const CounterLayout& layout = run_.program->counters;
  if (block_.budget.ending) complete_counters();
  block_.outcome.counters.assign(layout.size, 0);
  block_.outcome.complete = !block_.budget.ending;
  uint64_t longest = 0;
  size_t total = 0;
  for (const Warp& warp : block_.warps)
    total += warp.accesses.size();
  block_.outcome.trace.accesses.reserve(total);
  for (Warp& warp : block_.warps) {
    for (int32_t k = 0; k < layout.size; ++k)
      block_.outcome.counters[k] += warp.counters[k];
    block_.outcome.interpreted += warp.interpreted;
    block_.outcome.skipped += warp.skipped;
    longest = std::max(longest, warp.time);
    block_.outcome.waited = std::max(block_.outcome.waited, warp.clock);
    std::stable_sort(warp.accesses.begin(), warp.accesses.end(),
                     [](const Access& a, const Access& b) { return a.time < b.time; });
    block_.outcome.trace.accesses.insert(block_.outcome.trace.accesses.end(), warp.accesses.begin(),
                                         warp.accesses.end());
  }
  for (const auto& [address, sum] : block_.memory.counters)
    run_.added_sums[address] = sum;
  block_.outcome.longest_warp = static_cast<double>(longest);
  block_.outcome.trace.duration = static_cast<uint32_t>(std::min<uint64_t>(longest, UINT32_MAX));
  if (!block_.outcome.complete) block_.outcome.trace.complete = false;
  if (!block_.outcome.trace.complete) scale_trace();
  return std::move(block_.outcome);
}

BlockOutcome run_block(RunState& run, const std::array<int64_t, 3>& block) {
  return BlockRunner(run, block).run();
}

BlockOutcome run_first_warp(RunState& run, const std::array<int64_t, 3>& block) {
  return BlockRunner(run, block, 1).run();
}

}  // namespace kcast::exec
