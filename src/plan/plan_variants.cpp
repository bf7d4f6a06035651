#include "plan/plan_variants.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/ordered_loop.h"
#include "base/rng.h"
#include "base/text.h"
#include "corpus/kernel_maker.h"
#include "launch/contract_launch.h"
#include "plan/program_job.h"
#include "plan/size_knobs.h"
#include "predict/classify.h"
#include "schema/feature_vector.h"

namespace kcast::plan {
namespace {

// A way to change the program that has not been tried.
struct VariantIdea {
  size_t knob = 0;
  double steps = 0;
  double size = 0;  // doublings of the program as it is
};

// A launch of one of the variants.
struct VariantLaunch {
  size_t program = 0;  // in VariantPlanner::programs_
  size_t number = 0;   // "host:number"
};

// What makes a launch of a kernel another one. Names may have changed.
std::string argument_key(const LaunchArgument& argument) {
  std::string text = std::to_string(argument.elements * argument.element_bytes) + "@" +
                     std::to_string(argument.offset_bytes);
  if (argument.integer) text = std::to_string(*argument.integer);
  if (argument.real) text = std::to_string(*argument.real);
  for (const LaunchArgument& member : argument.members)
    text += "," + argument_key(member);
  return text;
}

std::string launch_key(const ProgramLaunch& program_launch) {
  const Launch& launch = program_launch.launch;
  std::string text = std::to_string(program_launch.kernel_number);
  for (const auto& dims : {launch.grid, launch.block}) {
    for (const int64_t size : dims)
      text += " " + std::to_string(size);
  }
  text += " " + std::to_string(launch.shared_bytes);
  for (const LaunchArgument& argument : launch.arguments)
    text += " " + argument_key(argument);
  return text;
}

int64_t buffer_bytes(const std::vector<LaunchArgument>& arguments) {
  int64_t bytes = 0;
  for (const LaunchArgument& argument : arguments)
    bytes += argument.elements * argument.element_bytes + buffer_bytes(argument.members);
  return bytes;
}

class VariantPlanner {
 public:
  VariantPlanner(const corpus::KernelRecipe& recipe, const launch::Inspect& inspect, const Gpu& gpu,
                 const VariantOptions& options)
      : recipe_(recipe), inspect_(inspect), gpu_(gpu), options_(options), opted_in_(gpu) {
    opted_in_.shared_memory.per_block_default_bytes = gpu.shared_memory.per_block_max_bytes;
  }

  PlannedKernel run() {
    out_.recipe = corpus::recipe_text(recipe_);
    out_.language = "cuda";
    const auto source = corpus::source_of_recipe(recipe_, corpus::Language::Cuda, true);
    auto base = read_program(recipe_, corpus::Language::Cuda, inspect_, gpu_);
    if (!source || !base) {
      out_.not_compiled = {"cuda: " + (source ? base.error() : source.error()).message};
      return std::move(out_);
    }
    out_.languages = {"cuda"};
    out_.text_bytes = source->source.size();
    out_.text_lines =
        static_cast<size_t>(std::count(source->source.begin(), source->source.end(), '\n'));
    if (!base->refusal.empty()) {
      out_.shortfall = base->refusal;
      return std::move(out_);
    }
    counts_.resize(base->kernels.size(), 0);
    kernels_ = base->kernels;
    base_time_us_ = 0;
    add_program(recipe_, *std::move(base));
    try_variants(source->source);
    use_leftovers();
    write_rows();
    return std::move(out_);
  }

 private:
  int wanted() const { return options_.launches; }

  // Kernels that host code never launches do not count.
  bool is_enough() const {
    for (size_t i = 0; i < counts_.size(); ++i)
      if (launched_.contains(i) && counts_[i] < wanted()) return false;
    return true;
  }

  void try_variants(const std::string& cuda) {
    const auto inspection = host_inspection(recipe_, inspect_, gpu_);
    if (!inspection) return;
    base_ = host_sizes(*inspection);
    knobs_ = find_knobs(recipe_, cuda, base_, inspect_, gpu_);
    used_.assign(knobs_.size(), 0);
    failures_.assign(knobs_.size(), 0);
    gather_ideas();
    sizes_ = {0};
    const int most = 3 * wanted();
    for (int attempt = 0; attempt < most && !ideas_.empty() && !is_enough(); ++attempt)
      try_idea(take_idea());
  }

  // Every step of every knob that memory and time seem to allow.
  void gather_ideas() {
    constexpr int kMostSteps = 10;
    constexpr double kSmallestSize = -14;
    const double byte_room = std::log2(static_cast<double>(options_.limits.footprint_bytes) /
                                       std::max(base_.bytes, 1.0));
    const double time_room = std::log2(options_.limits.time_us / std::max(base_time_us_, 0.5));
    for (size_t i = 0; i < knobs_.size(); ++i) {
      const Knob& knob = knobs_[i];
      const int most = knob.kind == KnobKind::Block ? 2 : kMostSteps;
      for (int quarter = -4 * most; quarter <= 4 * most; ++quarter) {
        const double steps = quarter / 4.0;
        const double size = steps * knob.doublings;
        if (quarter == 0) continue;
        if (steps * knob.byte_doublings > byte_room || size > time_room || size < kSmallestSize) {
          continue;
        }
        if (!turned(knob, steps).empty()) ideas_.push_back({i, steps, size});
      }
    }
  }

  // How much is gained: a size that is far from those there are, by a knob that was little used.
  // Far enough is four doublings, so that small steps come before large ones; small launches, which
  // take about the same time, are wanted less.
  double gain_of(const VariantIdea& idea) const {
    constexpr double kFar = 4;
    constexpr double kSmallBytes = 1 << 19;
    const double unused = 1.0 / (1 + used_[idea.knob]);
    const double effort = 0.01 * std::abs(idea.steps);
    // Authors choose powers of two and what is half as much again.
    const double part = idea.steps - std::floor(idea.steps);
    const double oddness = part == 0 ? 0 : part == 0.5 ? 0.75 : 1.5;
    if (knobs_[idea.knob].kind == KnobKind::Block) {
      return (used_[idea.knob] >= 2 ? 0 : 2.5 * unused) - oddness - effort;
    }
    double distance = kFar;
    for (const double size : sizes_)
      distance = std::min(distance, std::abs(size - idea.size));
    const double bytes = base_.bytes * std::exp2(idea.steps * knobs_[idea.knob].byte_doublings);
    return distance + unused - oddness - effort - (bytes < kSmallBytes ? 1.5 : 0);
  }

  VariantIdea take_idea() {
    const auto best =
        std::max_element(ideas_.begin(), ideas_.end(),
                         [&](const auto& a, const auto& b) { return gain_of(a) < gain_of(b); });
    const VariantIdea idea = *best;
    ideas_.erase(best);
    return idea;
  }

  void try_idea(const VariantIdea& idea) {
    corpus::KernelRecipe recipe = recipe_;
    recipe.constants = turned(knobs_[idea.knob], idea.steps);
    const uint64_t hash = stable_hash(corpus::recipe_text(recipe));
    if (hash % 3 == 0) recipe.augmentation = (hash >> 8) & 0xffff;
    auto program = read_program(recipe, corpus::Language::Cuda, inspect_, gpu_);
    if (!program || !program->refusal.empty() || program->kernels.size() != counts_.size()) {
      refuse("does not compile", program ? program->refusal : program.error().message);
      return give_up(idea);
    }
    if (!add_program(recipe, *std::move(program))) return give_up(idea);
    ++used_[idea.knob];
    if (knobs_[idea.knob].kind != KnobKind::Block) sizes_.push_back(idea.size);
  }

  // Drops what would fail for the same reason: further steps, and a knob that never works. A part
  // of a step may break what whole ones keep.
  void give_up(const VariantIdea& failed) {
    constexpr int kMostFailures = 4;
    const bool is_useless = ++failures_[failed.knob] >= kMostFailures && used_[failed.knob] == 0;
    const bool is_whole = failed.steps == std::floor(failed.steps);
    std::erase_if(ideas_, [&](const VariantIdea& other) {
      const bool is_further =
          failed.steps > 0 ? other.steps > failed.steps : other.steps < failed.steps;
      return other.knob == failed.knob && (is_useless || (is_whole && is_further));
    });
  }

  // Takes launches that are new, a few of each kernel; the rest may be wanted later. False if there
  // is none.
  bool add_program(const corpus::KernelRecipe& recipe, ReadProgram read) {
    const int most = std::max(wanted() / 4, 1);
    programs_.push_back({corpus::recipe_text(recipe), std::move(read), {}});
    const ReadProgram& program = programs_.back().read;
    std::map<size_t, int> taken;
    bool any = false;
    for (size_t i = 0; i < program.launches.size(); ++i) {
      const ProgramLaunch& launch = program.launches[i];
      launched_.insert(launch.kernel_number);
      if (!planned_.insert(launch_key(launch)).second) continue;
      const VariantLaunch candidate{programs_.size() - 1, i};
      if (counts_[launch.kernel_number] >= wanted()) continue;
      if (taken[launch.kernel_number] >= most) {
        leftovers_.push_back(candidate);
        continue;
      }
      if (!check(candidate)) continue;
      any = true;
      ++taken[launch.kernel_number];
    }
    return any;
  }

  // A search stores what it finds, which may be nothing: such a program does so as it is.
  bool is_searching(const VariantLaunch& candidate, launch::Fault fault) {
    if (fault != launch::Fault::NoWork) return false;
    const size_t kernel =
        programs_[candidate.program].read.launches[candidate.number].kernel_number;
    if (candidate.program == 0) searching_.insert(kernel);
    return searching_.contains(kernel);
  }

  // What the interpreter says, and what it cannot know: members of structs point to buffers, too,
  // and opting in is for dynamic shared memory.
  launch::CheckedLaunch examine(const ProgramLaunch& launch) const {
    launch::CheckedLaunch out;
    const int64_t shared = launch.kernel.kernel.static_shared_bytes;
    if (buffer_bytes(launch.launch.arguments) > options_.limits.footprint_bytes) {
      out.fault = launch::Fault::TooLarge;
    } else if (shared > gpu_.shared_memory.per_block_default_bytes) {
      out.fault = launch::Fault::Refused;
      out.reason = std::to_string(shared) + " bytes of static shared memory";
    } else {
      out = launch::check_launch(*launch.kernel.prepared, launch.kernel.kernel, launch.launch,
                                 opted_in_, options_.limits);
    }
    // Blocks that wait for each other must all be there: one wave.
    if (out.valid() && launch.needs.cooperative && out.analysis.features.occupancy.waves > 1) {
      out.fault = launch::Fault::Refused;
      out.reason = "blocks that wait for each other do not fit on the GPU together";
    }
    return out;
  }

  // Makes a row of a launch if it is valid.
  bool check(const VariantLaunch& candidate) {
    VariantProgram& variant = programs_[candidate.program];
    const ProgramLaunch& launch = variant.read.launches[candidate.number];
    const launch::CheckedLaunch checked = examine(launch);
    if (candidate.program == 0) {
      base_time_us_ = std::max(base_time_us_, checked.analysis.prediction.values.time_us);
    }
    if (!checked.valid() && !is_searching(candidate, checked.fault)) {
      refuse(std::string(launch::fault_name(checked.fault)), checked.reason);
      return false;
    }
    ++counts_[launch.kernel_number];
    PlannedLaunch row = planned(launch.launch, checked.analysis);
    row.recipe = variant.recipe;
    row.language = out_.language;
    row.launch = host_launch_text(candidate.number);
    row.bytes = buffer_bytes(launch.launch.arguments);
    row.bound = to_text(predict::classify(checked.analysis.prediction.values, gpu_).bound);
    row.chosen = candidate.program == 0 ? "host" : "size";
    variant.rows.emplace(candidate.number, std::move(row));
    return true;
  }

  void use_leftovers() {
    for (const VariantLaunch& candidate : leftovers_) {
      const size_t kernel =
          programs_[candidate.program].read.launches[candidate.number].kernel_number;
      if (counts_[kernel] < wanted()) check(candidate);
    }
  }

  void refuse(const std::string& fault, const std::string& reason) {
    ++refused_[fault];
    if (out_.first_refusal.empty()) out_.first_refusal = reason;
  }

  void write_rows() {
    std::vector<const ProgramLaunch*> chosen;
    for (const VariantProgram& variant : programs_) {
      for (const auto& [number, row] : variant.rows) {
        out_.launches.push_back(row);
        chosen.push_back(&variant.read.launches[number]);
      }
    }
    if (options_.features) add_features(chosen);
    out_.refused.assign(refused_.begin(), refused_.end());
    if (!is_enough()) out_.shortfall = shortfall();
  }

  // With the effort that users are served with.
  void add_features(const std::vector<const ProgramLaunch*>& chosen) {
    out_.features.resize(chosen.size());
    share_out(chosen.size(), [&](size_t i) {
      const ProgramLaunch& launch = *chosen[i];
      const launch::CheckedLaunch full = launch::check_launch(
          *launch.kernel.prepared, launch.kernel.kernel, launch.launch, opted_in_);
      out_.features[i] = feature_vector(full.analysis.features, full.analysis.prediction.values);
    });
  }

  std::string shortfall() const {
    if (launched_.empty()) return "host code makes no launch that is known";
    if (knobs_.empty()) return "no constant of it sets a size";
    std::string fault;
    int most = 0;
    for (const auto& [name, times] : refused_) {
      if (times > most) fault = name;
      most = std::max(most, times);
    }
    const size_t number = programs_.size();
    if (most * 2 > static_cast<int>(number)) return "most of its variants are refused: " + fault;
    return "too few of its sizes are valid, or they change only some of its kernels";
  }

  struct VariantProgram {
    std::string recipe;
    ReadProgram read;
    std::map<size_t, PlannedLaunch> rows;  // by the number of the launch
  };

  const corpus::KernelRecipe& recipe_;
  const launch::Inspect& inspect_;
  const Gpu& gpu_;
  const VariantOptions& options_;
  Gpu opted_in_;  // host code asks for large shared memory where it needs it, and so do collectors
  PlannedKernel out_;
  HostSizes base_;
  double base_time_us_ = 0;
  std::vector<Knob> knobs_;
  std::vector<int> used_;      // by knob: variants that were taken
  std::vector<int> failures_;  // by knob: variants that were not
  std::vector<double> sizes_;  // of the variants that were taken
  std::vector<VariantIdea> ideas_;
  std::vector<VariantProgram> programs_;
  std::vector<VariantLaunch> leftovers_;
  std::vector<std::string> kernels_;
  std::vector<int> counts_;    // by kernel: launches that were taken
  std::set<size_t> launched_;  // kernels
  std::set<size_t> searching_;
  std::set<std::string> planned_;
  std::map<std::string, int> refused_;
};

}  // namespace

PlannedKernel plan_variants(const corpus::KernelRecipe& recipe, const launch::Inspect& inspect,
                            const Gpu& gpu, const VariantOptions& options) {
  return VariantPlanner(recipe, inspect, gpu, options).run();
}

}  // namespace kcast::plan
