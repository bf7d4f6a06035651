#include "cli/dataset_samples.h"

#include <array>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "corpus/kernel_maker.h"
#include "dataset/sample_texts.h"

namespace kcast::cli {
namespace {

namespace fs = std::filesystem;

// The lines of a kernel by side, and reasons for rows that have none.
struct KernelLines {
  std::array<std::string, 3> lines;
  std::array<size_t, 3> counts{};
  std::map<std::string, size_t> left_out;
};

// A generated kernel with a main that makes this launch; programs have their own.
Result<std::string> text_with_host(const SetKernel& kernel, const Launch& launch) {
  KCAST_TRY(const corpus::KernelRecipe recipe, corpus::parse_recipe(kernel.recipe));
  const auto language = corpus::language_named(kernel.language);
  if (!language || *language == corpus::Language::OpenCl) {
    return Error{ErrorCode::Unsupported, "host code is printed for CUDA and HIP only"};
  }
  if (recipe.generator == corpus::Generator::Authored) {
    KCAST_TRY(KernelSource source, corpus::source_of_recipe(recipe, *language, true));
    return std::move(source.source);
  }
  KCAST_TRY(const corpus::MadeKernel made, corpus::make_kernel(recipe));
  return corpus::print_with_host(made.program, launch, *language, made.style);
}

class LineMaker {
 public:
  LineMaker(const dataset::SampleSet& set, const Remaker& remaker, const SampleFormat& format,
            const dataset::SplitRules& rules)
      : set_(set), remaker_(remaker), format_(format), rules_(rules) {}

  KernelLines lines_of(const SetKernel& kernel) const {
    KernelLines out;
    const Result<plan::PlanJob> job = remaker_.make(set_, kernel);
    if (!job) {
      out.left_out["the kernel cannot be made"] += kernel.labels.size();
      return out;
    }
    out.left_out["the launch cannot be made"] += job->refused.size();
    size_t launches = 0;
    for (const plan::PlanKernel& made : job->kernels)
      launches += made.launches.size();
    for (const plan::PlanKernel& made : job->kernels) {
      for (const auto& [number, launch] : made.launches)
        add_line(kernel, kernel.labels[number], made.kernel, launch, launches > 1, out);
    }
    return out;
  }

 private:
  void add_line(const SetKernel& kernel, size_t label, const KernelSource& source,
                const Launch& launch, bool several, KernelLines& out) const {
    const dataset::Row& row = set_.labels[label];
    const bool omniwise = format_.name != "llmperf";
    if (omniwise && !dataset::has_counters(row.reading.values)) {
      ++out.left_out["only the time was read"];
      return;
    }
    const auto side = static_cast<size_t>(side_of_label(label));
    dataset::TextSample sample{&row,         source.source,
                               source.flags, remaker_.gpu(row.gpu).target,
                               launch,       std::string(dataset::side_name(side_of_label(label)))};
    if (!omniwise) {
      out.lines[side] += dataset::llmperf_line(sample);
      ++out.counts[side];
      return;
    }
    auto program = text_with_host(kernel, launch);
    if (!program) {
      ++out.left_out[program.error().message];
      return;
    }
    sample.text = *std::move(program);
    const bool authored = row.launch.starts_with("host:");
    out.lines[side] += dataset::omniwise_line(
        sample, {.rounded = format_.name == "omniwise", .several = authored && several});
    ++out.counts[side];
  }

  dataset::Side side_of_label(size_t label) const {
    const dataset::Row& row = set_.labels[label];
    const dataset::LabelNumbers& numbers = set_.numbers[label];
    return rules_.side(format_.split, {row.kernel.recipe, row.kernel.language, row.launch,
                                       row.kernel.family, static_cast<double>(numbers.buffer_bytes),
                                       static_cast<double>(numbers.blocks * numbers.threads)});
  }

  const dataset::SampleSet& set_;
  const Remaker& remaker_;
  const SampleFormat& format_;
  const dataset::SplitRules& rules_;
};

constexpr std::array kSides = {dataset::Side::Train, dataset::Side::Validation,
                               dataset::Side::Test};

// Three files that appear when all of them are whole.
class SideFiles {
 public:
  explicit SideFiles(fs::path folder) : folder_(std::move(folder)) {
    for (const dataset::Side side : kSides)
      files_[static_cast<size_t>(side)].open(name(side, ".part"), std::ios::binary);
  }

  void add(const KernelLines& kernel) {
    for (size_t side = 0; side < files_.size(); ++side)
      files_[side] << kernel.lines[side];
  }

  Status finish() {
    for (const dataset::Side side : kSides) {
      std::ofstream& file = files_[static_cast<size_t>(side)];
      file.close();
      std::error_code failed;
      if (file) fs::rename(name(side, ".part"), name(side, ""), failed);
      if (!file || failed) {
        return Error{ErrorCode::Io, "cannot write " + name(side, "").string() +
                                        (failed ? ": " + failed.message() : "; is the disk full")};
      }
    }
    return Unit{};
  }

 private:
  fs::path name(dataset::Side side, const char* ending) const {
    return folder_ / (std::string(dataset::side_name(side)) + ".jsonl" + ending);
  }

  fs::path folder_;
  std::array<std::ofstream, 3> files_;
};

}  // namespace

Status write_samples(const dataset::SampleSet& set, const Remaker& remaker,
                     const SampleFormat& format, const fs::path& folder) {
  KCAST_TRY(const dataset::SplitRules rules, dataset::SplitRules::current());
  const LineMaker maker(set, remaker, format, rules);
  const std::vector<SetKernel> kernels = kernels_of(set);
  std::vector<std::optional<KernelLines>> made(kernels.size());
  SideFiles files(folder);
  KernelLines total;
  KCAST_TRY([[maybe_unused]] const Unit done,
            each_kernel(
                "writing samples", kernels.size(), format.jobs,
                [&](size_t i) { made[i] = maker.lines_of(kernels[i]); },
                [&](size_t i) -> Status {
                  files.add(*made[i]);
                  for (size_t side = 0; side < kSides.size(); ++side)
                    total.counts[side] += made[i]->counts[side];
                  for (const auto& [why, rows] : made[i]->left_out)
                    total.left_out[why] += rows;
                  made[i].reset();
                  return Unit{};
                }));
  KCAST_TRY([[maybe_unused]] const Unit finished, files.finish());
  for (const dataset::Side side : kSides) {
    std::cout << dataset::side_name(side) << ".jsonl: " << total.counts[static_cast<size_t>(side)]
              << " samples\n";
  }
  for (const auto& [why, rows] : total.left_out) {
    if (rows > 0) std::cout << "left out, " << why << ": " << rows << "\n";
  }
  return Unit{};
}

}  // namespace kcast::cli
