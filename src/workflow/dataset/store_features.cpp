#include "workflow/dataset/store_features.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>

#include "base/ordered_loop.h"
#include "base/parallel.h"
#include "base/process/interrupt.h"
#include "base/progress.h"
#include "frontend/frontend.h"
#include "predict/gpus.h"
#include "schema/feature_vector.h"

namespace kcast::workflow {

Result<std::vector<MissingFeatures>> missing_features(const dataset::Store& store,
                                                      const std::string& gpu) {
  std::set<int64_t> there;
  const std::string version(kAnalysisVersion);
  if (store.feature_names(version)) {
    Status read = store.each_features(version, [&](int64_t launch, std::span<const float>) {
      there.insert(launch);
      return true;
    });
    if (!read) return read.error();
  }
  std::map<std::pair<std::string, std::string>, MissingFeatures> kernels;
  const Status read = store.each_row([&](const dataset::Row& row) {
    if (row.attempt != 0 || row.gpu != gpu || there.contains(row.launch_id)) return true;
    MissingFeatures& kernel = kernels[{row.kernel.recipe, row.kernel.language}];
    kernel.recipe = row.kernel.recipe;
    kernel.language = row.kernel.language;
    kernel.launches.push_back(row.launch);
    return true;
  });
  if (!read) return read.error();
  std::vector<MissingFeatures> list;
  for (auto& [key, kernel] : kernels)
    list.push_back(std::move(kernel));
  return list;
}

Status FeatureWriter::add(const MissingFeatures& kernel, const plan::PredictedKernel& predicted) {
  for (size_t i = 0; i < kernel.launches.size(); ++i) {
    if (predicted.launches[i].features.empty()) {
      ++without_;
      continue;
    }
    rows_.push_back(
        {kernel.recipe, kernel.language, kernel.launches[i], predicted.launches[i].features});
  }
  return rows_.size() >= kMany ? write_rows() : Unit{};
}

Status FeatureWriter::finish() {
  return rows_.empty() ? Unit{} : write_rows();
}

Status FeatureWriter::write_rows() {
  Status added =
      store_.add_features(std::string(kAnalysisVersion), gpu_, feature_vector_names(), rows_);
  written_ += rows_.size();
  rows_.clear();
  return added;
}

Result<FeatureRun> add_missing_features(const std::string& store_file, const std::string& gpu_name,
                                        size_t jobs) {
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named(gpu_name));
  const Gpu& gpu = gpus.at(0);
  KCAST_TRY(dataset::Store store, dataset::Store::open(store_file));
  KCAST_TRY(const std::vector<MissingFeatures> kernels, missing_features(store, gpu.id));
  KCAST_TRY(const std::unique_ptr<frontend::Frontend> frontend, frontend::Frontend::start());
  const InterruptGuard guard;
  const std::atomic<bool>& interrupted = InterruptGuard::interrupted();
  const launch::Inspect inspect = [&](const frontend::InspectRequest& request) {
    return frontend->inspect(request, &interrupted);
  };
  FeatureWriter writer(store, gpu.id);
  Progress progress("analysing kernels", kernels.size());
  std::vector<std::optional<plan::PredictedKernel>> made(kernels.size());
  OrderedLoop loop;
  loop.count = kernels.size();
  loop.jobs = jobs > 0 ? jobs : hardware_jobs();
  loop.work = [&](size_t n) {
    made[n] = plan::predict_kernel_rows(kernels[n].recipe, kernels[n].language, kernels[n].launches,
                                        inspect, gpu);
  };
  loop.take = [&](size_t n) {
    Status added = writer.add(kernels[n], *made[n]);
    made[n].reset();
    return added;
  };
  loop.stopped = [&] { return interrupted.load(); };
  loop.worked = [&](size_t) { progress.advance(); };
  const auto taken = run_ordered(loop);
  progress.finish();
  if (!taken) return taken.error();
  KCAST_OK(writer.finish());
  return FeatureRun{.counts = {.launches = writer.written(),
                               .kernels = kernels.size(),
                               .without = writer.without()},
                    .interrupted = interrupted.load()};
}

}  // namespace kcast::workflow
