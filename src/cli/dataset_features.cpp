// kcast dataset features: what the analysis says of the launches of a store, kept beside them.
#include <CLI/CLI.hpp>
#include <atomic>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/interrupt.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "cli/dataset_commands.h"
#include "dataset/store.h"
#include "frontend/frontend.h"
#include "plan/predict_rows.h"
#include "predict/gpus.h"
#include "workflow/dataset/store_features.h"

namespace kcast::cli {
namespace {

struct FeatureOptions {
  std::string store;
  std::string gpu;
  size_t jobs = 0;
};

Status add_features(const FeatureOptions& options) {
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named(options.gpu));
  const Gpu& gpu = gpus.at(0);
  KCAST_TRY(dataset::Store store, dataset::Store::open(options.store));
  KCAST_TRY(const std::vector<workflow::MissingFeatures> kernels,
            workflow::missing_features(store, gpu.id));
  KCAST_TRY(const std::unique_ptr<frontend::Frontend> frontend, frontend::Frontend::start());
  const InterruptGuard guard;
  const std::atomic<bool>& interrupted = InterruptGuard::interrupted();
  const launch::Inspect inspect = [&](const frontend::InspectRequest& request) {
    return frontend->inspect(request, &interrupted);
  };
  workflow::FeatureWriter writer(store, gpu.id);
  Status written = Unit{};
  std::atomic<bool> failed = false;
  std::mutex mutex;
  Progress progress("analysing kernels", kernels.size());
  parallel_for(options.jobs > 0 ? options.jobs : hardware_jobs(), kernels.size(), 1, [&](size_t n) {
    if (interrupted || failed) return;
    const plan::PredictedKernel predicted = plan::predict_kernel_rows(
        kernels[n].recipe, kernels[n].language, kernels[n].launches, inspect, gpu);
    if (interrupted) return;  // the front end may have been, too
    const Status added = writer.add(kernels[n], predicted);
    const std::lock_guard lock(mutex);
    progress.advance();
    if (added || failed) return;
    written = added;
    failed = true;
  });
  progress.finish();
  if (written) written = writer.finish();
  if (!written) return written;
  std::cout << writer.written() << " launches of " << kernels.size()
            << " kernels have features now";
  if (writer.without() > 0) std::cout << "; " << writer.without() << " cannot be analysed";
  std::cout << "\n";
  if (!interrupted) return Unit{};
  return Error{ErrorCode::External, "interrupted; the same command goes on from here"};
}

}  // namespace

void add_dataset_features(CLI::App& app, DatasetAction& action) {
  CLI::App* command = app.add_subcommand(
      "features", "analyse the launches of a store, as kcast predict does, and keep the numbers");
  const auto options = std::make_shared<FeatureOptions>();
  command->add_option("STORE", options->store, "a store of kcast collect")->required();
  command->add_option("--gpu", options->gpu, "the GPU that was measured");
  command->add_option("--jobs", options->jobs, "threads; as many as cores without it");
  command->callback([options, &action] { action = [options] { return add_features(*options); }; });
}

}  // namespace kcast::cli
