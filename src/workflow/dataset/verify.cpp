#include "workflow/dataset/verify.h"

#include <optional>
#include <unordered_map>
#include <utility>

#include "base/files.h"
#include "base/rng.h"
#include "corpus/dedupe/near_duplicates.h"
#include "corpus/recipe.h"
#include "dataset/sample_set.h"
#include "dataset/splits.h"
#include "workflow/dataset/remake.h"

namespace kcast::workflow {
namespace {

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
std::vector<SetKernel> choose_kernels(const dataset::SampleSet& set, size_t count, uint64_t seed) {
  std::vector<SetKernel> all = kernels_of(set);
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

void count_remade(const dataset::SampleSet& set, const SetKernel& kernel,
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

Result<RemadeRules> check_remade(const dataset::SampleSet& set, const Remaker& remaker,
                                 const VerifyOptions& options) {
  KCAST_TRY(const dataset::SplitRules splits, dataset::SplitRules::current());
  const std::vector<SetKernel> kernels = choose_kernels(set, options.kernels, options.seed);
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
  KCAST_OK(each_kernel("making kernels", kernels.size(), options.jobs, make, take));
  duplicates.count(options.jobs, splits, rules.duplicate);
  return rules;
}

}  // namespace

Result<std::vector<dataset::RuleReport>> verify_samples(const std::string& path,
                                                        const VerifyOptions& options) {
  KCAST_TRY(const Remaker remaker, Remaker::start());
  KCAST_TRY(const dataset::SampleSet set, dataset::read_samples(path, executable_dir()));
  const dataset::FindGpu find_gpu = [&remaker](const std::string& id) {
    return remaker.knows(id) ? &remaker.gpu(id) : nullptr;
  };
  std::vector<dataset::RuleReport> reports = dataset::check_rows(set, find_gpu, options.tolerance);
  reports.push_back(check_families(set));
  KCAST_TRY(const RemadeRules remade, check_remade(set, remaker, options));
  reports.push_back(remade.text);
  reports.push_back(remade.launch);
  reports.push_back(remade.duplicate);
  return reports;
}

}  // namespace kcast::workflow
