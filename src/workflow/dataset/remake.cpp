#include "workflow/dataset/remake.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/ordered_loop.h"
#include "base/process/interrupt.h"
#include "base/progress.h"
#include "corpus/kernel_maker.h"
#include "launch/contract_launch.h"
#include "predict/gpus.h"

namespace kcast::workflow {
namespace {

// Grids, blocks and buffers of the labels, in the order of the kernel's.
std::vector<dataset::LabelNumbers> extents_of(const plan::PlanJob& job, size_t labels) {
  std::vector<dataset::LabelNumbers> out(labels);
  for (const plan::PlanKernel& kernel : job.kernels) {
    for (const auto& [number, launch] : kernel.launches) {
      dataset::LabelNumbers& numbers = out[number];
      numbers.blocks = launch::block_count(launch.grid);
      numbers.threads = launch::block_count(launch.block);
      numbers.shared_bytes = launch.shared_bytes;
      numbers.buffer_bytes = launch::footprint_bytes(launch);
    }
  }
  return out;
}

}  // namespace

std::vector<SetKernel> kernels_of(const dataset::SampleSet& set) {
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<size_t>> groups;
  for (size_t i = 0; i < set.labels.size(); ++i) {
    const dataset::Row& row = set.labels[i];
    groups[{row.kernel.recipe, row.kernel.language, row.gpu}].push_back(i);
  }
  std::vector<SetKernel> out;
  for (auto& [key, labels] : groups) {
    const auto& [recipe, language, gpu] = key;
    out.push_back({recipe, language, gpu, std::move(labels)});
  }
  return out;
}

std::string sample_id(const dataset::Row& row) {
  return row.kernel.recipe + "\t" + row.kernel.language + "\t" + row.launch + "\t" + row.gpu;
}

Result<Remaker> Remaker::start() {
  Remaker remaker;
  KCAST_TRY(remaker.frontend_, frontend::Frontend::start());
  KCAST_TRY(const std::vector<Gpu> all, predict::gpus_named("all"));
  for (const Gpu& gpu : all)
    remaker.gpus_.emplace(gpu.id, gpu);
  KCAST_TRY(const std::vector<Gpu> usual, predict::gpus_named(""));
  remaker.default_gpu_ = usual.at(0).id;
  return remaker;
}

const Gpu& Remaker::gpu(const std::string& id) const {
  const auto found = gpus_.find(id);
  return found == gpus_.end() ? gpus_.at(default_gpu_) : found->second;
}

Result<plan::PlanJob> Remaker::make(const dataset::SampleSet& set, const SetKernel& kernel) const {
  std::vector<plan::PlannedLaunch> rows;
  for (const size_t label : kernel.labels) {
    plan::PlannedLaunch row;
    row.recipe = kernel.recipe;
    row.language = kernel.language;
    row.launch = set.labels[label].launch;
    rows.push_back(std::move(row));
  }
  return plan::plan_job(rows, inspect(), gpu(kernel.gpu));
}

launch::Inspect Remaker::inspect() const {
  return [this](const frontend::InspectRequest& request) {
    return frontend_->inspect(request, &InterruptGuard::interrupted());
  };
}

Result<std::string> text_with_host(const SetKernel& kernel, const Launch& launch) {
  KCAST_TRY(const corpus::KernelRecipe recipe, corpus::parse_recipe(kernel.recipe));
  const auto language = corpus::language_named(kernel.language);
  if (!language || *language == corpus::Language::OpenCl) {
    return Error{ErrorCode::Unsupported, "host code is printed for CUDA, HIP and OpenMP only"};
  }
  if (recipe.generator == corpus::Generator::Authored) {
    KCAST_TRY(KernelSource source, corpus::source_of_recipe(recipe, *language, true));
    return std::move(source.source);
  }
  KCAST_TRY(const corpus::MadeKernel made, corpus::make_kernel(recipe));
  return corpus::print_with_host(made.program, launch, *language, made.style);
}

dataset::Side side_of(const dataset::SampleSet& set, size_t label, dataset::Split split,
                      const dataset::SplitRules& rules) {
  const dataset::Row& row = set.labels[label];
  const dataset::LabelNumbers& numbers = set.numbers[label];
  return rules.side(split, {row.kernel.recipe, row.kernel.language, row.launch, row.kernel.family,
                            static_cast<double>(numbers.buffer_bytes),
                            static_cast<double>(numbers.blocks * numbers.threads)});
}

Status each_kernel(const std::string& label, size_t count, size_t jobs,
                   const std::function<void(size_t)>& work,
                   const std::function<Status(size_t)>& take,
                   const std::function<double(size_t)>& cost) {
  const InterruptGuard guard;
  Progress progress(label, count);
  OrderedLoop loop;
  loop.count = count;
  loop.jobs = jobs;
  loop.work = work;
  loop.take = take;
  loop.cost = cost;
  loop.stopped = [] { return InterruptGuard::interrupted().load(); };
  loop.worked = [&](size_t) { progress.advance(); };
  KCAST_TRY(const size_t taken, run_ordered(loop));
  if (taken < count) return Error{ErrorCode::External, "interrupted"};
  return Unit{};
}

double guessed_cost(const dataset::SampleSet& set, const SetKernel& kernel) {
  double cost = 0;
  for (const size_t label : kernel.labels)
    cost += std::sqrt(std::max(1.0, set.labels[label].reading.values.time_us));
  return cost;
}

Result<size_t> add_extents(const Remaker& remaker, size_t jobs, dataset::SampleSet& set) {
  const std::vector<SetKernel> kernels = kernels_of(set);
  std::vector<std::vector<dataset::LabelNumbers>> extents(kernels.size());
  size_t missing = 0;
  KCAST_OK(each_kernel(
      "making launches", kernels.size(), jobs,
      [&](size_t i) {
        const auto job = remaker.make(set, kernels[i]);
        if (job) extents[i] = extents_of(*job, kernels[i].labels.size());
      },
      [&](size_t i) -> Status {
        extents[i].resize(kernels[i].labels.size());
        for (size_t n = 0; n < extents[i].size(); ++n) {
          dataset::LabelNumbers& numbers = set.numbers[kernels[i].labels[n]];
          const auto [repeats, spread] = std::pair{numbers.repeats, numbers.spread};
          numbers = extents[i][n];
          numbers.repeats = repeats;
          numbers.spread = spread;
          missing += numbers.blocks == 0 ? 1 : 0;
        }
        return Unit{};
      }));
  return missing;
}

}  // namespace kcast::workflow
