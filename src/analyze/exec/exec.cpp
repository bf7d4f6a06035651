#include "analyze/exec/exec.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "analyze/cost/load_bursts.h"
#include "analyze/exec/block.h"
#include "analyze/exec/dependences.h"
#include "analyze/exec/sample.h"
#include "analyze/exec/setup.h"
#include "analyze/ptx/taint.h"

namespace kcast::exec {
namespace {

constexpr double kCheapShare = 0.05;    // of the budget: worth doing twice
constexpr double kStable = 0.002;       // relative standard error that is enough
constexpr double kAtOnce = 48;          // instructions of a block that leaves at once
constexpr double kMostProbed = 16384;   // blocks of a grid of which all are looked at
constexpr double kSpreadProbes = 2048;  // of larger ones

// Mean and standard error of the mean, relative, of a quantity over interior samples.
bool is_stable(const std::vector<double>& values) {
  if (values.size() < 3) return false;
  double mean = 0;
  for (const double value : values)
    mean += value;
  mean /= static_cast<double>(values.size());
  double square = 0;
  for (const double value : values)
    square += (value - mean) * (value - mean);
  const double n = static_cast<double>(values.size());
  const double error = std::sqrt(square / (n - 1) / n);
  return error <= kStable * std::fabs(mean);
}

double traced_requests(const BlockOutcome& outcome) {
  double requests = 0;
  for (const Access& access : outcome.trace.accesses)
    requests += access.repeat;
  return requests;
}

struct Samples {
  Parts parts;
  std::vector<BlockChoice> choices;
  std::vector<BlockOutcome> outcomes;
  size_t traced = 0;  // of them have traces; the rest only counts
  double spent = 0;
  std::optional<double> leaving;  // the share of blocks that leave at once
};

void run_one(RunState& state, const BlockChoice& choice, Samples& samples) {
  samples.choices.push_back(choice);
  samples.outcomes.push_back(run_block(state, choice.block));
  samples.spent += samples.outcomes.back().interpreted;
}

// The first block teaches which loops can be skipped, and when, and what blocks add to counters
// that they share. It is interpreted again with that knowledge, so that its trace is cut into
// runs as those of the others are, and lies where they would have it.
void repeat_first(RunState& state, Samples& samples) {
  const double spent = samples.outcomes.back().interpreted;
  const bool learnt = std::any_of(state.experience.begin(), state.experience.end(), [](auto& all) {
    return std::any_of(all.begin(), all.end(),
                       [](const LoopExperience& loop) { return loop.first_try > 1; });
  });
  const bool counted = !state.added_sums.empty();
  if ((!learnt && !counted) || spent > kCheapShare * static_cast<double>(state.options.budget))
    return;
  const BlockChoice choice = samples.choices.back();
  samples.choices.pop_back();
  samples.outcomes.pop_back();
  samples.spent -= spent;
  run_one(state, choice, samples);
}

// Interprets blocks in the order of their importance until enough is known.
void run_choices(RunState& state, const BlockIndex& grid, const std::vector<BlockChoice>& choices,
                 Samples& samples) {
  const ExecOptions& options = state.options;
  const size_t essential = essential_choices(choices, grid);
  const auto minimum = static_cast<size_t>(std::max<int64_t>(options.min_blocks, 1));
  std::vector<double> instructions;
  std::vector<double> requests;
  for (size_t i = 0; i < choices.size(); ++i) {
    const double limit = static_cast<double>(options.budget) * (i < minimum ? 2 : 1);
    if (i > 0 && samples.spent >= limit) break;
    if (i >= std::max(essential, minimum) && is_stable(instructions) && is_stable(requests)) break;
    run_one(state, choices[i], samples);
    if (i == 0) repeat_first(state, samples);
    const BlockOutcome& outcome = samples.outcomes.back();
    if (choices[i].stratum == choices[0].stratum) {
      instructions.push_back(outcome.counters[state.program->counters.instructions]);
      requests.push_back(traced_requests(outcome));
    }
  }
}

bool interior_differs(const Samples& samples) {
  for (size_t i = 1; i < samples.outcomes.size(); ++i) {
    if (samples.choices[i].stratum == samples.choices[0].stratum &&
        samples.outcomes[i].counters != samples.outcomes[0].counters)
      return true;
  }
  return false;
}

// Blocks that differ may do so because the kernel treats a leading part of the grid otherwise
// (the last round of a grid-stride loop, a tail of idle blocks). Along each dimension the place
// is found by halving; blocks that differ without order are left.
class BorderFinder {
 public:
  BorderFinder(RunState& state, const BlockIndex& grid, Samples& samples)
      : state_(state), grid_(grid), samples_(samples) {}

  void find() {
    const bool interior = interior_differs(samples_);
    for (int d = 0; d < 3; ++d) {
      if (samples_.spent >= static_cast<double>(state_.options.budget)) break;
      if (grid_[d] < 5 || (!interior && !begins_otherwise(d))) continue;
      std::vector<Probe> line;
      for (const int64_t at :
           {int64_t{1}, grid_[d] / 4, grid_[d] / 2, grid_[d] * 3 / 4, grid_[d] - 2}) {
        if (line.empty() || line.back().at != at) line.push_back(probe(d, at));
      }
      size_t changes = 0;
      for (size_t i = 1; i < line.size(); ++i)
        changes += line[i].counters != line[i - 1].counters ? 1 : 0;
      if (changes == 0 || changes > 2) continue;
      for (size_t i = 1; i < line.size(); ++i)
        halve(d, line[i - 1], line[i]);
    }
    for (BlockChoice& choice : samples_.choices)
      choice.stratum = samples_.parts.stratum_of(choice.block);
  }

 private:
  struct Probe {
    int64_t at = 0;
    std::vector<double> counters;
  };

  BlockIndex at_line(int d, int64_t at) const {
    BlockIndex block = samples_.choices.front().block;
    block[d] = at;
    return block;
  }
  std::vector<double> counters_of(const BlockIndex& block) {
    for (size_t i = 0; i < samples_.choices.size(); ++i) {
      if (samples_.choices[i].block == block) return samples_.outcomes[i].counters;
    }
    run_one(state_, {block, 0}, samples_);
    return samples_.outcomes.back().counters;
  }
  Probe probe(int d, int64_t at) { return {at, counters_of(at_line(d, at))}; }

  // The leading part may be longer than the one block that is a part of its own.
  bool begins_otherwise(int d) {
    const std::vector<double> inside = samples_.outcomes.front().counters;
    for (size_t i = 1; i < samples_.choices.size(); ++i) {
      if (samples_.choices[i].block[d] == 0 && samples_.outcomes[i].counters != inside)
        return probe(d, 1).counters != inside;
    }
    return false;
  }

  void halve(int d, Probe low, Probe high, int kinds_between = 1) {
    while (low.counters != high.counters && high.at - low.at > 1) {
      if (samples_.spent >= static_cast<double>(state_.options.budget)) return;
      Probe middle = probe(d, low.at + (high.at - low.at) / 2);
      const bool is_low = middle.counters == low.counters;
      if (!is_low && middle.counters != high.counters) {
        // The block in which the work ends is often of a third kind; more are no border.
        if (kinds_between == 0) return;
        halve(d, low, middle, kinds_between - 1);
        return halve(d, middle, high, kinds_between - 1);
      }
      (is_low ? low : high) = std::move(middle);
    }
    if (low.counters != high.counters && holds_elsewhere(d, low) && holds_elsewhere(d, high))
      samples_.parts.cut(d, high.at);
  }

  // A border that moves with the other dimensions (a diagonal) is none.
  bool holds_elsewhere(int d, const Probe& side) {
    BlockIndex block = samples_.choices.front().block;
    for (int other = 0; other < 3; ++other) {
      if (other != d && grid_[other] >= 5) block[other] = grid_[other] / 5;
    }
    block[d] = side.at;
    if (block == at_line(d, side.at)) return true;
    return counters_of(block) == side.counters;
  }

  RunState& state_;
  BlockIndex grid_;
  Samples& samples_;
};

// Blocks whose counts vary without order are counted in larger numbers, spread evenly,
// without their traces.
void count_more(RunState& state, const BlockIndex& grid, Samples& samples) {
  constexpr size_t kMostBlocks = 640;
  const int32_t stratum = samples.choices.front().stratum;
  std::vector<double> instructions;
  for (size_t i = 0; i < samples.outcomes.size(); ++i) {
    if (samples.choices[i].stratum == stratum)
      instructions.push_back(samples.outcomes[i].counters[state.program->counters.instructions]);
  }
  const int64_t limit = state.options.trace_accesses;
  state.options.trace_accesses = 0;
  for (int k = 0; samples.outcomes.size() < kMostBlocks; ++k) {
    if (samples.spent >= static_cast<double>(state.options.budget) || is_stable(instructions))
      break;
    const BlockIndex block = spread_block(grid, k);
    run_one(state, {block, samples.parts.stratum_of(block)}, samples);
    samples.outcomes.back().trace = {};
    if (samples.choices.back().stratum == stratum) {
      instructions.push_back(
          samples.outcomes.back().counters[state.program->counters.instructions]);
    }
  }
  state.options.trace_accesses = limit;
}

bool leaves_at_once(const RunState& state, const BlockOutcome& outcome) {
  return outcome.complete && outcome.longest_warp <= kAtOnce &&
         outcome.counters[state.program->counters.instructions] > 0;
}

// Where some blocks leave at once and others work (the lower half of a matrix, pairs that
// were counted before), a few samples say little about how many do. The first instructions of
// many blocks are cheap and do.
void count_leaving(RunState& state, const BlockIndex& grid, Samples& samples) {
  size_t leaving = 0;
  for (const BlockOutcome& outcome : samples.outcomes)
    leaving += leaves_at_once(state, outcome) ? 1 : 0;
  if (leaving == 0 || leaving == samples.outcomes.size()) return;
  const ExecOptions whole = state.options;
  state.options.trace_accesses = 0;
  state.options.block_budget = static_cast<int64_t>(kAtOnce);
  double probed = 0;
  double left = 0;
  const auto probe = [&](const BlockIndex& block) {
    probed += 1;
    left += leaves_at_once(state, run_first_warp(state, block)) ? 1 : 0;
  };
  const double blocks =
      static_cast<double>(grid[0]) * static_cast<double>(grid[1]) * static_cast<double>(grid[2]);
  // Most leave well before that.
  const double affordable = 2 * static_cast<double>(whole.budget) / kAtOnce;
  if (blocks <= std::min(kMostProbed, affordable)) {
    for (int64_t z = 0; z < grid[2]; ++z) {
      for (int64_t y = 0; y < grid[1]; ++y) {
        for (int64_t x = 0; x < grid[0]; ++x)
          probe({x, y, z});
      }
    }
  } else {
    for (int k = 0; k < std::min(kSpreadProbes, affordable); ++k)
      probe(spread_block(grid, k));
  }
  state.options = whole;
  samples.leaving = left / probed;
}

// Blocks that each of the first `count` samples stands for.
std::vector<double> sample_weights(const RunState& state, const BlockIndex& grid,
                                   const Samples& samples, size_t count) {
  std::vector<double> weights = block_weights(grid, samples.parts, samples.choices, count);
  if (!samples.leaving) return weights;
  std::array<double, 2> blocks = {0, 0};  // that work, that leave
  const auto kind_of = [&](size_t i) {
    return leaves_at_once(state, samples.outcomes[i]) ? size_t{1} : size_t{0};
  };
  for (size_t i = 0; i < count; ++i)
    blocks[kind_of(i)] += weights[i];
  if (blocks[0] == 0 || blocks[1] == 0) return weights;
  const double all = blocks[0] + blocks[1];
  for (size_t i = 0; i < count; ++i) {
    const size_t kind = kind_of(i);
    weights[i] *= (kind == 1 ? *samples.leaving : 1 - *samples.leaving) * all / blocks[kind];
  }
  return weights;
}

// From here on, blocks that leave at once are strata of their own.
void part_leaving(const RunState& state, Samples& samples) {
  if (!samples.leaving) return;
  for (size_t i = 0; i < samples.outcomes.size(); ++i) {
    if (leaves_at_once(state, samples.outcomes[i]))
      samples.choices[i].stratum += samples.parts.strata();
  }
}

Samples run_samples(RunState& state, const BlockIndex& grid) {
  Samples samples;
  samples.parts = Parts::of(grid);
  const int64_t limit = std::max<int64_t>(state.options.max_blocks, 1);
  run_choices(state, grid, choose_blocks(grid, samples.parts, limit), samples);
  const double blocks =
      static_cast<double>(grid[0]) * static_cast<double>(grid[1]) * static_cast<double>(grid[2]);
  const bool all = static_cast<double>(samples.outcomes.size()) >= blocks;
  if (!all) BorderFinder(state, grid, samples).find();
  samples.traced = samples.outcomes.size();
  if (!all && interior_differs(samples)) count_more(state, grid, samples);
  if (!all) count_leaving(state, grid, samples);
  return samples;
}

// Sums counters over the grid, stratum by stratum: where all samples of one agree the
// product with its size is exact.
std::vector<double> whole_launch(const std::vector<BlockOutcome>& outcomes,
                                 const std::vector<BlockChoice>& choices,
                                 const std::vector<double>& weights) {
  std::vector<double> total(outcomes[0].counters.size(), 0);
  std::vector<bool> done(outcomes.size(), false);
  for (size_t i = 0; i < outcomes.size(); ++i) {
    if (done[i]) continue;
    std::vector<double> sum(total.size(), 0);
    double samples = 0;
    for (size_t k = i; k < outcomes.size(); ++k) {
      if (choices[k].stratum != choices[i].stratum) continue;
      done[k] = true;
      samples += 1;
      for (size_t c = 0; c < sum.size(); ++c)
        sum[c] += outcomes[k].counters[c];
    }
    // A number of blocks, unless the samples say otherwise.
    const double exact = weights[i] * samples;
    const double size = std::abs(exact - std::round(exact)) < 1e-6 ? std::round(exact) : exact;
    for (size_t c = 0; c < sum.size(); ++c)
      total[c] += sum[c] * size / samples;
  }
  return total;
}

void add_counts(const Program& program, const std::vector<double>& total, ExecResult& result) {
  result.callee_counts.resize(program.functions.size());
  for (size_t f = 0; f < program.functions.size(); ++f) {
    const FunctionCode& code = program.functions[f];
    if (code.ptx == nullptr) continue;
    std::vector<InstructionCount> counts(code.ptx->instructions.size());
    double executed = 0;
    for (size_t b = 0; b < code.blocks.size(); ++b) {
      const int32_t counter = code.blocks[b].counter;
      const ptx::Block& block = code.ptx->blocks[b];
      executed += total[counter];
      for (int32_t i = block.first; i < block.last; ++i)
        counts[i] = {total[counter], total[program.counters.block_lanes + counter]};
    }
    if (static_cast<int32_t>(f) == program.kernel) {
      result.counts = std::move(counts);
    } else if (executed > 0) {
      result.callee_counts[f] = std::move(counts);
    }
  }
  for (size_t g = 0; g < program.guarded.size(); ++g) {
    const auto [f, i] = program.guarded[g];
    std::vector<InstructionCount>& counts =
        f == program.kernel ? result.counts : result.callee_counts[f];
    if (!counts.empty())
      counts[i].lanes = total[program.counters.guarded + static_cast<int32_t>(g)];
  }
}

void add_shared(const Program& program, const std::vector<double>& total, ExecResult& result) {
  for (const FunctionCode& code : program.functions) {
    for (const Step& step : code.steps) {
      const bool memory = step.kind >= StepKind::Load && step.kind <= StepKind::MatrixStore;
      if (!memory) continue;
      const int32_t counter = program.memories[step.info].counter;
      const double requests = total[program.counters.shared_requests + counter];
      if (requests <= 0) continue;
      SharedCount count;
      count.instruction = step.instruction;
      count.function = code.function;
      count.requests = requests;
      count.wavefronts = total[program.counters.shared_wavefronts + counter];
      count.swap_rounds = total[program.counters.swap_rounds + counter];
      count.swap_attempts = total[program.counters.swap_attempts + counter];
      result.shared.push_back(count);
    }
  }
}

// A value that matters and that another block writes is only the initial one by chance.
void add_dependences(RunState& state, const std::vector<BlockOutcome>& outcomes,
                     ExecResult& result) {
  for (const int32_t buffer : dependent_buffers(state, outcomes)) {
    UnknownValue value;
    value.cause = "value read from '" + state.program->memory->buffers()[buffer].name +
                  "', which other blocks also write";
    value.touched = "control flow or addresses";
    result.unknown.push_back(std::move(value));
    result.estimated = true;
  }
}

// Says of every site whether data decide its addresses, and what it is issued with.
void mark_sites(const Program& program, std::vector<Site>& sites) {
  struct Marks {
    std::vector<bool> data;
    std::vector<cost::LoadBurst> bursts;
  };
  std::map<int32_t, Marks> of_function;
  for (Site& site : sites) {
    const auto [it, added] = of_function.try_emplace(site.function);
    const ptx::Function* const function = program.functions[site.function].ptx;
    if (function == nullptr) continue;
    if (added) {
      it->second = {ptx::addresses_from_data(*program.module, *function),
                    cost::load_bursts(*function)};
    }
    const auto at = static_cast<size_t>(site.instruction);
    if (at < it->second.data.size()) site.follows_data = it->second.data[at];
    if (at >= it->second.bursts.size()) continue;
    site.burst_lead = it->second.bursts[at].lead;
    site.burst_rounds = it->second.bursts[at].rounds;
  }
}

void add_traces(RunState& state, std::vector<BlockOutcome>& outcomes,
                const std::vector<double>& weights, ExecResult& result) {
  const Program& program = *state.program;
  const Launch& launch = *program.launch;
  TraceSet& traces = result.traces;
  traces.grid = launch.grid;
  const int64_t threads = launch.block[0] * launch.block[1] * launch.block[2];
  traces.warps_per_block =
      static_cast<int32_t>((threads + state.options.warp_width - 1) / state.options.warp_width);
  traces.sites = program.sites;
  mark_sites(program, traces.sites);
  const std::vector<Buffer>& buffers = program.memory->buffers();
  for (size_t s = 0; s < traces.sites.size(); ++s) {
    const int32_t buffer = state.requests.site_buffer[s];
    traces.sites[s].buffer = buffer >= 0 ? buffers[buffer].argument : -1;
    traces.sites[s].buffer_bytes = buffer >= 0 ? buffers[buffer].extent.bytes : 0;
    if (traces.sites[s].space == ptx::Space::Generic)
      traces.sites[s].space = state.requests.site_space[s];
  }
  traces.patterns = std::move(state.requests.patterns.patterns());
  for (const Buffer& buffer : buffers)
    traces.extents.push_back(buffer.extent);
  for (size_t i = 0; i < weights.size(); ++i) {
    traces.blocks.push_back(std::move(outcomes[i].trace));
    traces.weights.push_back(weights[i]);
  }
}

void add_summaries(const RunState& state, const std::vector<BlockOutcome>& outcomes,
                   const std::vector<BlockChoice>& choices, const std::vector<double>& weights,
                   ExecResult& result) {
  const CounterLayout& layout = state.program->counters;
  const Launch& launch = *state.program->launch;
  const double threads = static_cast<double>(launch.block[0] * launch.block[1] * launch.block[2]);
  const double warps = std::ceil(threads / state.options.warp_width);
  const auto longest = std::ranges::max_element(outcomes, {}, &BlockOutcome::longest_warp);
  for (const auto& block : state.program->functions[state.program->kernel].blocks)
    result.longest_block.push_back(longest->counters[block.counter] / warps);
  for (size_t i = 0; i < outcomes.size(); ++i) {
    const BlockOutcome& outcome = outcomes[i];
    BlockSummary summary;
    summary.block = outcome.block;
    summary.weight = weights[i];
    summary.warp_instructions = outcome.counters[layout.instructions];
    summary.longest_warp = outcome.longest_warp;
    summary.barriers = outcome.counters[layout.barriers] / warps;
    summary.complete = outcome.complete;
    result.blocks.push_back(summary);
    result.waited_cycles = std::max(result.waited_cycles, outcome.waited);
    result.interpreted += outcome.interpreted;
    result.fast_forwarded += outcome.skipped;
    result.estimated = result.estimated || outcome.estimated || !outcome.complete;
    for (size_t k = 0; k < i; ++k) {
      if (choices[k].stratum == choices[i].stratum && outcomes[k].counters != outcome.counters)
        result.counts_uniform = false;
    }
  }
}

void add_notes(RunState& state, const std::vector<BlockOutcome>& outcomes, ExecResult& result) {
  result.notes = state.findings.notes;
  for (const std::string& note : state.program->notes)
    result.notes.push_back(note);
  for (const std::string& note : state.program->memory->notes())
    result.notes.push_back(note);
  size_t cut = 0;
  for (const BlockOutcome& outcome : outcomes)
    cut += outcome.complete ? 0 : 1;
  if (cut > 0) {
    result.notes.push_back(std::to_string(cut) +
                           " of the interpreted blocks were cut off by the budget; the rest of "
                           "their loops counts like what ran of it.");
  }
  for (const std::string& name : state.program->module->unknown)
    result.notes.push_back("The instruction '" + name + "' is not known and was only counted.");
}

}  // namespace

Result<ExecResult> execute(const ptx::Module& module, const ptx::Function& kernel,
                           const Launch& launch, const ExecOptions& options) {
  KCAST_OK(check_shape(kernel, launch, options));
  KCAST_TRY(const LaunchMemory memory, LaunchMemory::make(module, kernel, launch));
  KCAST_TRY(const Program program, prepare_program(module, kernel, launch, memory, options));
  RunState state = start_run(program, options);

  Samples samples = run_samples(state, launch.grid);
  const std::vector<BlockChoice>& choices = samples.choices;
  std::vector<BlockOutcome>& outcomes = samples.outcomes;
  const std::vector<double> weights = sample_weights(state, launch.grid, samples, outcomes.size());
  const std::vector<double> trace_weights =
      sample_weights(state, launch.grid, samples, samples.traced);
  part_leaving(state, samples);

  ExecResult result;
  const std::vector<double> total = whole_launch(outcomes, choices, weights);
  add_counts(program, total, result);
  add_shared(program, total, result);
  result.unknown = state.unknowns.list();
  for (size_t i = 0; i < result.unknown.size(); ++i)
    result.unknown[i].warps = total[program.counters.unknowns + static_cast<int32_t>(i)];
  result.branches = total[program.counters.branches];
  result.divergent_branches = total[program.counters.divergent];
  result.barriers = total[program.counters.barriers];
  result.out_of_range = total[program.counters.out_of_range];
  result.out_of_range_line = state.requests.out_of_range_line;
  result.barrier_use = state.findings.barrier_use;
  result.endless_loop = state.findings.endless_loop;
  result.lost_call = state.findings.lost_call;
  result.overrun_line = state.requests.overrun_line;
  result.out_of_range_buffer = state.requests.out_of_range_buffer;
  if (total[program.counters.instructions] > 0) {
    result.estimated_share =
        std::min(1.0, total[program.counters.estimated] / total[program.counters.instructions]);
  }
  add_dependences(state, outcomes, result);
  add_summaries(state, outcomes, choices, weights, result);
  add_notes(state, outcomes, result);
  add_traces(state, outcomes, trace_weights, result);
  for (auto& [place, arguments] : state.reals.arguments)
    result.math.push_back(std::move(arguments));
  return result;
}

}  // namespace kcast::exec
