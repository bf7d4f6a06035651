#include "workflow/collect/profile_overlay.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "eval/rows.h"
#include "eval/suite_rows.h"

namespace kcast::workflow {

namespace {

// Kernel, blocks, threads.
using RunName = std::tuple<std::string, double, double>;

RunName run_name(const collect::ProfiledLaunch& launch) {
  return {eval::plain_kernel_name(launch.kernel), static_cast<double>(launch.blocks),
          static_cast<double>(launch.threads_per_block)};
}

RunName run_name(const predict::LaunchPrediction& entry) {
  const eval::LaunchNumbers numbers = eval::numbers_of(entry.launch);
  return {eval::plain_kernel_name(entry.name), numbers.blocks, numbers.threads};
}

class Overlay {
 public:
  Overlay(const predict::PredictRequest& request, const Gpu& gpu,
          const predict::PredictTools& tools)
      : request_(request), tools_(tools) {
    request_.gpus = {gpu};
  }

  void predict_source() {
    const auto report = predict::predict(request_, tools_);
    if (!report) {
      remark(report.error().message);
      return;
    }
    for (const predict::LaunchPrediction& entry : report->predictions)
      known_.try_emplace(run_name(entry), predicted(entry, entry.launch_file.empty()));
    for (const predict::SkippedKernel& skipped : report->skipped)
      skipped_[eval::plain_kernel_name(skipped.name)] = skipped.reason;
  }

  std::optional<report::PredictedLaunch> find(const collect::ProfiledLaunch& launch) {
    const RunName name = run_name(launch);
    if (const auto found = known_.find(name); found != known_.end()) return found->second;
    return known_[name] = with_its_grid(launch);
  }

  std::vector<std::string> remarks() && { return std::move(remarks_); }

 private:
  static report::PredictedLaunch predicted(const predict::LaunchPrediction& entry, bool assumed) {
    return {entry.prediction.values, entry.prediction.bound, assumed};
  }

  void remark(std::string text) {
    if (std::find(remarks_.begin(), remarks_.end(), text) == remarks_.end()) {
      remarks_.push_back(std::move(text));
    }
  }

  std::optional<report::PredictedLaunch> with_its_grid(const collect::ProfiledLaunch& launch) {
    const std::string kernel = eval::plain_kernel_name(launch.kernel);
    if (!launch.grid || !launch.block) {
      remark(kernel + ": the source does not say this launch, nor the profiler its grid");
      return std::nullopt;
    }
    predict::PredictRequest request = request_;
    request.source.kernel = kernel;
    request.launch.grid = launch.grid;
    request.launch.block = launch.block;
    request.launch.shared_bytes = launch.dynamic_shared_bytes;
    const auto report = predict::predict(request, tools_);
    if (report && !report->predictions.empty()) return predicted(report->predictions[0], true);
    const auto why = skipped_.find(kernel);
    remark(kernel + ": " +
           (!report ? report.error().message
                    : (why != skipped_.end() ? why->second : "not predicted")));
    return std::nullopt;
  }

  predict::PredictRequest request_;
  const predict::PredictTools& tools_;
  std::map<RunName, std::optional<report::PredictedLaunch>> known_;
  std::map<std::string, std::string> skipped_;
  std::vector<std::string> remarks_;
};

}  // namespace

std::vector<std::string> add_predictions(const predict::PredictRequest& request, const Gpu& gpu,
                                         const predict::PredictTools& tools,
                                         std::span<report::ProfileRow> rows) {
  Overlay overlay(request, gpu, tools);
  overlay.predict_source();
  for (report::ProfileRow& row : rows) {
    if (!row.launch.failure) row.predicted = overlay.find(row.launch);
  }
  return std::move(overlay).remarks();
}

}  // namespace kcast::workflow
