// kcast dataset verify: whether a data set can be true, and made again.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/files.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "cli/dataset_commands.h"
#include "corpus/dedupe/near_duplicates.h"
#include "corpus/recipe.h"
#include "dataset/plausible.h"
#include "dataset/sample_set.h"
#include "dataset/splits.h"
#include "report/dataset_view.h"
#include "workflow/dataset/remake.h"

namespace kcast::cli {
namespace {

struct VerifyOptions {
  std::string set;
  size_t kernels = 1000;
  uint64_t seed = 1;
  double tolerance = 0.1;
  size_t jobs = hardware_jobs();
  bool json = false;
};

// Recipes that can be read, of the family that is stated.
dataset::RuleReport check_families(const dataset::SampleSet& set) {
  dataset::RuleReport report{.rule = "recipes are of their families"};
  std::unordered_map<std::string, std::string> families;
  for (const dataset::Row& row : set.labels) {
    auto& family = families[row.kernel.recipe];
    if (family.empty()) {
      const auto recipe = corpus::parse_recipe(row.kernel.recipe);
      family = recipe ? corpus::recipe_family(*recipe) : "no recipe";
    }
    report.count(row, family == row.kernel.family
                          ? ""
                          : "its family is " + family + ", not " + row.kernel.family);
  }
  return report;
}

// Some kernels of the set, the same ones for the same seed.
std::vector<workflow::SetKernel> choose_kernels(const dataset::SampleSet& set, size_t count,
                                                uint64_t seed) {
  std::vector<workflow::SetKernel> all = workflow::kernels_of(set);
  Rng rng = Rng::for_name(seed, "verify");
  for (size_t i = 0; i < std::min(count, all.size()); ++i)
    std::swap(all[i], all[i + rng.below(all.size() - i)]);
  if (all.size() > count) all.resize(count);
  return all;
}

// What was made of a kernel.
struct RemadeKernel {
  Result<plan::PlanJob> job;
  std::optional<corpus::CodePrint> print;
};

struct RemadeRules {
  dataset::RuleReport text{.rule = "texts made again are those that were measured"};
  dataset::RuleReport launch{.rule = "launches can be made again"};
  dataset::RuleReport duplicate{.rule = "near-duplicates are on one side of the splits"};
};

void count_remade(const dataset::SampleSet& set, const workflow::SetKernel& kernel,
                  const Result<plan::PlanJob>& job, RemadeRules& rules) {
  const dataset::Row& first = set.labels[kernel.labels[0]];
  if (!job) {
    rules.text.count(first, job.error().message);
    return;
  }
  const bool same = job->text_sha256 == first.kernel.text_sha256;
  rules.text.count(
      first, same ? "" : "SHA-256 is " + job->text_sha256 + ", not " + first.kernel.text_sha256);
  std::vector<std::string> refused(kernel.labels.size());
  for (const auto& [number, why] : job->refused)
    refused[number] = why;
  for (size_t i = 0; i < refused.size(); ++i)
    rules.launch.count(set.labels[kernel.labels[i]], refused[i]);
}

// Families that are nearly the same must go together, or one would be tested with what was learnt
// from the other.
class DuplicateCheck {
 public:
  corpus::CodePrint print(const plan::PlanJob& job) const {
    return duplicates_.print(job.kernels[0].kernel.source);
  }

  void add(const dataset::Row& row, corpus::CodePrint print) {
    rows_.push_back(&row);
    duplicates_.add(row.kernel.recipe, row.kernel.family, std::move(print));
  }

  void count(size_t jobs, const dataset::SplitRules& splits, dataset::RuleReport& rule) const {
    const corpus::NearDuplicateReport report = duplicates_.report(jobs);
    for (size_t i = 0; i < rows_.size(); ++i) {
      const uint32_t nearest = report.nearest[i].item;
      const std::string& family = rows_[i]->kernel.family;
      const std::string& other =
          nearest == corpus::kNoItem ? family : rows_[nearest]->kernel.family;
      const bool together = splits.original_of(family) == splits.original_of(other);
      rule.count(*rows_[i], together
                                ? ""
                                : "is like " + other + "; add 'join " + family + " " +
                                      std::string(splits.original_of(other)) + "' to data/splits");
    }
  }

 private:
  corpus::NearDuplicates duplicates_;
  std::vector<const dataset::Row*> rows_;
};

Result<RemadeRules> check_remade(const dataset::SampleSet& set, const workflow::Remaker& remaker,
                                 const VerifyOptions& options) {
  KCAST_TRY(const dataset::SplitRules splits, dataset::SplitRules::current());
  const std::vector<workflow::SetKernel> kernels =
      choose_kernels(set, options.kernels, options.seed);
  std::vector<std::optional<RemadeKernel>> made(kernels.size());
  RemadeRules rules;
  DuplicateCheck duplicates;
  const auto make = [&](size_t i) {
    RemadeKernel kernel{remaker.make(set, kernels[i]), std::nullopt};
    if (kernel.job && !kernel.job->kernels.empty()) kernel.print = duplicates.print(*kernel.job);
    made[i] = std::move(kernel);
  };
  const auto take = [&](size_t i) -> Status {
    count_remade(set, kernels[i], made[i]->job, rules);
    const dataset::Row& row = set.labels[kernels[i].labels[0]];
    if (made[i]->print) duplicates.add(row, *std::move(made[i]->print));
    made[i].reset();
    return Unit{};
  };
  KCAST_OK(workflow::each_kernel("making kernels", kernels.size(), options.jobs, make, take));
  duplicates.count(options.jobs, splits, rules.duplicate);
  return rules;
}

Status verify_set(const VerifyOptions& options) {
  KCAST_TRY(const workflow::Remaker remaker, workflow::Remaker::start());
  KCAST_TRY(const dataset::SampleSet set, dataset::read_samples(options.set, executable_dir()));
  const dataset::FindGpu find_gpu = [&remaker](const std::string& id) {
    return remaker.knows(id) ? &remaker.gpu(id) : nullptr;
  };
  std::vector<dataset::RuleReport> reports = dataset::check_rows(set, find_gpu, options.tolerance);
  reports.push_back(check_families(set));
  KCAST_TRY(const RemadeRules remade, check_remade(set, remaker, options));
  reports.push_back(remade.text);
  reports.push_back(remade.launch);
  reports.push_back(remade.duplicate);
  std::cout << (options.json ? report::rules_json(reports) : report::rules_text(reports));
  size_t broken = 0;
  for (const dataset::RuleReport& report : reports)
    broken += report.broken;
  if (broken == 0) return Unit{};
  return Error{ErrorCode::External,
               options.set + ": " + std::to_string(broken) + " checks found something wrong"};
}

}  // namespace

void add_dataset_verify(CLI::App& app, DatasetAction& action) {
  CLI::App* command =
      app.add_subcommand("verify", "check the numbers, and make some kernels again");
  const auto options = std::make_shared<VerifyOptions>();
  command->add_option("SET", options->set, "a store, a Parquet file, or a folder of them")
      ->required();
  command
      ->add_option("--kernels", options->kernels,
                   "how many kernels are generated once more and compared, drawn at random")
      ->capture_default_str();
  command->add_option("--seed", options->seed, "seed of the draw")->capture_default_str();
  command
      ->add_option("--tolerance", options->tolerance,
                   "how far a rate may exceed a roof, as a share of it")
      ->check(CLI::Range(0.0, 10.0))
      ->capture_default_str();
  command->add_option("--jobs", options->jobs, "threads (default: all cores)")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--json", options->json, "print JSON");
  command->callback([options, &action] { action = [options] { return verify_set(*options); }; });
}

}  // namespace kcast::cli
