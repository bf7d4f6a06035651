#include "analyze/exec/loops/skipping.h"

#include <algorithm>
#include <limits>

#include "analyze/exec/loops/deltas.h"
#include "analyze/ptx/slice_memory.h"

namespace kcast::exec {
namespace {

constexpr int64_t kUseful = 4;           // fewer skipped iterations are not worth an attempt
constexpr int64_t kManyIterations = 16;  // before only counts are asked for
constexpr size_t kMaxContexts = 4;
constexpr int64_t kMaxCopies = 20000;  // accesses that one skip may write

uint32_t clamped32(uint64_t value) {
  return static_cast<uint32_t>(std::min<uint64_t>(value, std::numeric_limits<uint32_t>::max()));
}

}  // namespace

// Half of the block's budget is spent: exact addresses give way to complete counts.
bool LoopSkipping::in_hurry() const {
  return budget_.interpreted > static_cast<double>(options_.block_budget) / 2;
}

void LoopSkipping::drop_contexts(Warp& warp, size_t keep) {
  // Contexts belong to loops in the order of the stack, outermost first.
  while (!warp.contexts.empty()) {
    const DeltaContext& last = warp.contexts.back();
    bool found = false;
    for (size_t k = 0; k < keep && k < warp.loops.size(); ++k)
      found = found || (warp.loops[k].loop == last.loop && warp.loops[k].frame == last.frame);
    if (found) return;
    warp.contexts.pop_back();
  }
}

// Forgets loops that the running path has left.
void LoopSkipping::leave_loops(Warp& warp, int32_t block) {
  const Path& path = warp.paths.back();
  const FunctionCode& code = *warp.frames[path.frame].code;
  const size_t before = warp.loops.size();
  while (!warp.loops.empty() && warp.loops.back().frame == path.frame &&
         !in_loop(code, block, warp.loops.back().loop)) {
    ending_.learn_rounds(warp, warp.loops.back());
    warp.loops.pop_back();
  }
  if (warp.loops.size() != before) drop_contexts(warp, warp.loops.size());
}

// Forgets the loops of functions that have returned.
void LoopSkipping::leave_functions(Warp& warp) {
  while (!warp.loops.empty() && warp.loops.back().frame >= static_cast<int32_t>(warp.n_frames)) {
    ending_.learn_rounds(warp, warp.loops.back());
    warp.loops.pop_back();
  }
  drop_contexts(warp, warp.loops.size());
}

void LoopSkipping::at_header(Warp& warp, int32_t loop, bool back_edge) {
  const Path& path = warp.paths.back();
  LoopState* state = nullptr;
  if (!warp.loops.empty() && warp.loops.back().frame == path.frame &&
      warp.loops.back().loop == loop)
    state = &warp.loops.back();
  LoopExperience& experience = experience_[warp.frames[path.frame].code->function][loop];
  if (state == nullptr || !back_edge) {
    if (state == nullptr) {
      warp.loops.emplace_back();
    } else {
      ending_.learn_rounds(warp, *state);
    }
    state = &warp.loops.back();
    *state = LoopState{};
    state->loop = loop;
    state->frame = path.frame;
    state->depth = warp.paths.size();
    state->mask = path.mask;
    state->next_try = experience.first_try;
    drop_contexts(warp, warp.loops.size() - 1);
    return;
  }
  ++state->iterations;
  state->rounds += 1;
  if (ending_.budget_is_near()) ending_.look_ahead(warp, *state);
  const bool attempted = attempt_runs(warp, *state);
  if (state->mask != path.mask || state->depth != warp.paths.size()) {
    state->mask = path.mask;
    state->depth = warp.paths.size();
    state->has_previous = false;
    if (attempted) warp.contexts.pop_back();
    return;
  }
  if (attempted) {
    const bool skipped = finish_context(warp, *state);
    state->has_previous = false;
    if (skipped) return;
    if (state->retry) {
      state->retry = false;
      state->next_try = state->iterations;
      return;
    }
    experience.first_try = std::min<int64_t>(experience.first_try * 2, 1024);
    state->next_try =
        state->iterations + std::min<int64_t>(std::max<int64_t>(state->iterations, 2), 512);
    return;
  }
  const bool waits =
      state->iterations < state->next_try && !(in_hurry() && state->iterations % 32 >= 16);
  if (!fast_forward_ || waits) return;
  if (state->has_previous) {
    start_context(warp, *state);
    return;
  }
  state->previous = warp.frames[path.frame].registers;
  state->memory_version = memory_version_;
  state->has_previous = true;
}

// What a loop read that waited for others was set by them before it went on.
void LoopSkipping::forget_polled(Warp& warp, int32_t loop) {
  const Path& path = warp.paths.back();
  Frame& frame = warp.frames[path.frame];
  const FunctionCode& code = *frame.code;
  const int32_t cause = unknowns_.cause("a flag that other threads set");
  std::vector<bool> polled(code.ptx->registers.size(), false);
  for (const int32_t b : code.ptx->loops[loop].blocks) {
    for (int32_t i = code.ptx->blocks[b].first; i < code.ptx->blocks[b].last; ++i) {
      const ptx::Instruction& instruction = code.ptx->instructions[i];
      bool follows = ptx::reads_memory(instruction);
      ptx::for_each_read(*code.ptx, instruction,
                         [&](int32_t r) { follows = follows || polled[r]; });
      if (!follows) continue;
      ptx::for_each_write(*code.ptx, instruction, [&](int32_t r) {
        polled[r] = true;
        const Slot slot = code.slots[r];
        if (slot == kNoSlot) return;
        frame.unknown[slot] |= path.mask;
        frame.cause[slot] = cause;
      });
    }
    for (int32_t s = code.blocks[b].first; s < code.blocks[b].last; ++s) {
      const StepKind kind = code.steps[s].kind;
      if (kind != StepKind::Load && kind != StepKind::Atomic) continue;
      const int32_t site = program_.memories[code.steps[s].info].site;
      const int32_t buffer = site < 0 ? -1 : site_buffer_[site];
      if (buffer >= 0) findings_.polled[buffer] = true;
    }
  }
}

void LoopSkipping::start_context(Warp& warp, LoopState& state) {
  const Frame& frame = warp.frames[state.frame];
  state.has_previous = false;
  if (warp.contexts.size() >= kMaxContexts) return;
  DeltaContext context;
  context.loop = state.loop;
  context.frame = state.frame;
  context.mask = state.mask;
  context.step.resize(frame.registers.size());
  context.varying.assign(frame.unknown.size(), false);
  context.relaxed = state.iterations >= kManyIterations && in_hurry();
  if (state.wild.empty() || !context.relaxed) state.wild.assign(frame.unknown.size(), false);
  context.wild = state.wild;
  bool still = true;
  for (size_t slot = 0; slot < frame.unknown.size(); ++slot) {
    const LaneMask lanes = state.mask & ~frame.unknown[slot];
    const int bits = frame.code->slot_bits[slot];
    Lane any = 0;
    for (int i = 0; i < stride_; ++i) {
      const size_t at = slot * static_cast<size_t>(stride_) + static_cast<size_t>(i);
      const Lane keep = Lane{0} - ((lanes >> i) & 1);
      context.step[at] = low_bits(frame.registers[at] - state.previous[at], bits) & keep;
      any |= context.step[at];
    }
    context.varying[slot] = any != 0;
    still = still && any == 0;
  }
  // Nothing at all changed in a whole iteration: the loop waits for somebody else.
  state.still = still && state.memory_version == memory_version_ ? state.still + 1 : 0;
  if (state.still >= 1) {
    state.force_exit = true;
    findings_.note("A loop that only waits for other threads was left after a few polls.");
    findings_.endless_loop = true;
    estimated_ = true;
    return;
  }
  context.delta = context.step;
  context.start = frame.registers;
  context.unknown = frame.unknown;
  context.counters = warp.counters;
  context.time = warp.time;
  context.first_access = warp.accesses.size();
  context.memory_version = memory_version_;
  for (const DeltaContext& outer : warp.contexts)
    context.outer.push_back(outer.delta);
  warp.contexts.push_back(std::move(context));
}

// Whether the amounts were confirmed. What was not is wild in the next relaxed attempt.
bool LoopSkipping::context_holds(Warp& warp, LoopState& state, DeltaContext& context) {
  const Frame& frame = warp.frames[context.frame];
  if (context.failed || context.memory_version != memory_version_) return false;
  if (context.passed_barrier && program_.shared_values) return false;
  if (frame.unknown != context.unknown) return false;
  bool holds = true;
  for (size_t slot = 0; slot < frame.unknown.size(); ++slot) {
    const LaneMask lanes = context.mask & ~frame.unknown[slot];
    const int bits = frame.code->slot_bits[slot];
    Lane wrong = 0;
    if (state.wild[slot]) continue;
    for (int i = 0; i < stride_; ++i) {
      const size_t at = slot * static_cast<size_t>(stride_) + static_cast<size_t>(i);
      const Lane keep = Lane{0} - ((lanes >> i) & 1);
      const Lane moved = low_bits(frame.registers[at] - context.start[at], bits);
      wrong |= keep & ((moved ^ context.step[at]) | (context.delta[at] ^ context.step[at]));
    }
    if (wrong == 0 && !context.wild[slot]) continue;
    state.wild[slot] = true;
    holds = false;
  }
  return holds;
}

// Ends an attempt at the header; true when iterations were skipped.
bool LoopSkipping::finish_context(Warp& warp, LoopState& state) {
  DeltaContext context = std::move(warp.contexts.back());
  warp.contexts.pop_back();
  if (!context_holds(warp, state, context)) {
    state.retry = context.relaxed && !context.failed;
    return false;
  }
  if (context.limit == kForever) {
    state.force_exit = true;
    findings_.note("A loop that never ends by itself was left after a few iterations.");
    findings_.endless_loop = true;
    estimated_ = true;
    return false;
  }
  const int64_t n = context.limit - 1;
  if (n < kUseful) {
    if (n < 1) return false;
    LoopExperience& experience =
        experience_[warp.frames[context.frame].code->function][context.loop];
    experience.first_try = std::min<int64_t>(experience.first_try * 2, 16);
  }
  // What changes for the loops around must not itself change from iteration to iteration.
  for (size_t k = 0; k < warp.contexts.size(); ++k) {
    DeltaContext& outer = warp.contexts[k];
    if (!outer.failed && outer.frame == context.frame && outer.delta != context.outer[k])
      outer.failed = true;
    if (outer.frame != context.frame || (context.relaxed && !outer.relaxed)) outer.failed = true;
    for (size_t slot = 0; slot < context.wild.size() && !outer.failed; ++slot)
      if (context.wild[slot]) outer.wild[slot] = true;
  }
  if (context.relaxed)
    findings_.note("Addresses in a long loop do not advance evenly: its requests were sampled.");
  skip(warp, context, n);
  state.rounds += static_cast<double>(n);
  state.visits = 0;
  return true;
}

void LoopSkipping::skip(Warp& warp, DeltaContext& context, int64_t n) {
  budget_.skipped = true;
  Frame& frame = warp.frames[context.frame];
  for (size_t slot = 0; slot < frame.unknown.size(); ++slot) {
    const int bits = frame.code->slot_bits[slot];
    if (context.wild[slot]) continue;
    for (int i = 0; i < stride_; ++i) {
      const size_t at = slot * static_cast<size_t>(stride_) + static_cast<size_t>(i);
      frame.registers[at] =
          low_bits(frame.registers[at] + static_cast<Lane>(n) * context.step[at], bits);
    }
  }
  const auto times = static_cast<double>(n);
  const uint64_t iteration = warp.time - context.time;
  for (size_t k = 0; k < warp.counters.size(); ++k)
    warp.counters[k] += times * (warp.counters[k] - context.counters[k]);
  repeat_accesses(warp, context, n, iteration);
  warp.skipped += times * static_cast<double>(iteration);
  warp.time += static_cast<uint64_t>(n) * iteration;
}

// Every access of the iteration happens n times more. A single one becomes a run; of
// a run inside a run one direction is written out, the shorter one.
void LoopSkipping::repeat_accesses(Warp& warp, DeltaContext& context, int64_t n,
                                   uint64_t iteration) {
  const size_t end = warp.accesses.size();
  const uint32_t step = clamped32(iteration);
  const auto append = [&](const Access& access, size_t like) {
    if (recorded_ >= options_.trace_accesses) {
      trace_complete_ = false;
      return;
    }
    ++recorded_;
    warp.accesses.push_back(access);
    for (DeltaContext& outer : warp.contexts)
      outer.strides.push_back(outer.strides[like - outer.first_access]);
  };
  int64_t copies = 0;
  for (size_t k = context.first_access; k < end; ++k) {
    Access access = warp.accesses[k];
    const int64_t stride = context.strides[k - context.first_access];
    if (stride == kWildStride) {
      trace_complete_ = false;
      continue;
    }
    if (access.repeat == 1) {
      warp.accesses[k].repeat = clamped32(static_cast<uint64_t>(n) + 1);
      warp.accesses[k].stride = stride;
      warp.accesses[k].time_step = step;
      continue;
    }
    const bool transpose = int64_t{access.repeat} <= n;
    const int64_t count = transpose ? access.repeat : n;
    copies += count;
    const int64_t every = copies > kMaxCopies ? std::max<int64_t>(1, count / 64) : 1;
    if (every > 1) trace_complete_ = false;
    for (int64_t j = 0; j < count; j += every) {
      Access run = access;
      if (transpose) {
        run.base =
            access.base + static_cast<uint64_t>(j * access.stride) + static_cast<uint64_t>(stride);
        run.time = clamped32(uint64_t{access.time} + static_cast<uint64_t>(j) * access.time_step +
                             iteration);
        run.repeat = clamped32(static_cast<uint64_t>(n));
        run.stride = stride;
        run.time_step = step;
      } else {
        run.base = access.base + static_cast<uint64_t>((j + 1) * stride);
        run.time = clamped32(uint64_t{access.time} + static_cast<uint64_t>(j + 1) * iteration);
      }
      append(run, k);
    }
  }
}

}  // namespace kcast::exec
