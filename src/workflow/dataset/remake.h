// The kernels and launches of a data set, made again from their recipes.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "dataset/sample_set.h"
#include "dataset/splits.h"
#include "frontend/frontend.h"
#include "plan/plan_job.h"
#include "schema/gpu/gpu.h"

namespace kcast::workflow {

// Labels of one recipe in one language on one gpu.
struct SetKernel {
  std::string recipe;
  std::string language;
  std::string gpu;
  std::vector<size_t> labels;
};
std::vector<SetKernel> kernels_of(const dataset::SampleSet& set);

// What a launch is called in shards, files of answers and tables of features.
std::string sample_id(const dataset::Row& row);

class Remaker {
 public:
  // Call it before the process starts threads.
  static Result<Remaker> start();

  // The kernel's source and the launches of its labels, numbered as in `kernel.labels`.
  Result<plan::PlanJob> make(const dataset::SampleSet& set, const SetKernel& kernel) const;

  // The gpu of an id; the default one where it is not known.
  const Gpu& gpu(const std::string& id) const;
  bool knows(const std::string& id) const { return gpus_.contains(id); }

  // The front end, which Ctrl-C interrupts.
  launch::Inspect inspect() const;

 private:
  Remaker() = default;
  std::unique_ptr<frontend::Frontend> frontend_;
  std::map<std::string, Gpu> gpus_;
  std::string default_gpu_;
};

// A generated kernel with a main that makes this launch; programs have their own. CUDA and HIP.
Result<std::string> text_with_host(const SetKernel& kernel, const Launch& launch);

// The side of a split that a label is on.
dataset::Side side_of(const dataset::SampleSet& set, size_t label, dataset::Split split,
                      const dataset::SplitRules& rules);

// Works out what launches come to (LabelNumbers). Says how many could not be made.
Result<size_t> add_extents(const Remaker& remaker, size_t jobs, dataset::SampleSet& set);

// Calls work(i) for every kernel on `jobs` threads and take(i) in their order
// (base/ordered_loop.h), with a progress bar. An error if it was interrupted.
Status each_kernel(const std::string& label, size_t count, size_t jobs,
                   const std::function<void(size_t)>& work,
                   const std::function<Status(size_t)>& take,
                   const std::function<double(size_t)>& cost = {});

// How long the analysis of a kernel's launches may take, in no unit: those that a GPU is long at
// are, as a rule, interpreted for longer.
double guessed_cost(const dataset::SampleSet& set, const SetKernel& kernel);

}  // namespace kcast::workflow
