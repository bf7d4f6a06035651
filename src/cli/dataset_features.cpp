// kcast dataset features: what the analysis says of the launches of a store, kept beside them.
#include <CLI/CLI.hpp>
#include <atomic>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/ordered_loop.h"
#include "base/parallel.h"
#include "base/process/interrupt.h"
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
  Progress progress("analysing kernels", kernels.size());
  std::vector<std::optional<plan::PredictedKernel>> made(kernels.size());
  OrderedLoop loop;
  loop.count = kernels.size();
  loop.jobs = options.jobs > 0 ? options.jobs : hardware_jobs();
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
  command->add_option("--jobs", options->jobs, "threads (default: all cores)");
  command->callback([options, &action] { action = [options] { return add_features(*options); }; });
}

}  // namespace kcast::cli
