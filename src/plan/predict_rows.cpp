#include "plan/predict_rows.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/ordered_loop.h"
#include "corpus/kernel_maker.h"
#include "corpus/typical_launch.h"
#include "launch/contract_launch.h"
#include "plan/program_job.h"
#include "schema/feature_vector.h"
#include "schema/launch_point.h"
#include "trees/correct.h"
#include "trees/embedded.h"
#include "trees/launch_row.h"

namespace kcast::plan {
namespace {

PredictedKernel nothing_of(size_t launches, const std::string& problem) {
  PredictedKernel out;
  out.launches.resize(launches);
  for (PredictedLaunch& launch : out.launches)
    launch.problem = problem;
  return out;
}

// `program`: people wrote it, and its host code makes the launch.
void predict_one(const launch::ReadyKernel& ready, const Gpu& gpu, bool program,
                 PredictedLaunch& out) {
  const auto analysis = analyze::analyze(*ready.prepared, *out.launch, gpu, ready.kernel.resources);
  if (analysis) {
    const Prediction& prediction = analysis->prediction;
    out.values = prediction.values;
    out.time_low_us = std::min(prediction.low.time_us, prediction.values.time_us);
    out.time_high_us = std::max(prediction.high.time_us, prediction.values.time_us);
    out.features = feature_vector(analysis->features, prediction.values);
    out.row = trees::launch_row(
        {analysis->features, prediction, *out.launch, gpu, ready.kernel.language});
    if (const trees::Model* model = trees::embedded_model(ready.kernel.language)) {
      out.corrected = prediction;
      trees::correct(*model, {out.row, gpu, program}, *out.corrected);
    }
  } else {
    out.problem = "the analysis refuses: " + analysis.error().message;
  }
}

Result<Launch> generated_launch(const corpus::MadeKernel& made, const std::string& text,
                                corpus::Language language) {
  KCAST_TRY(const LaunchPoint point, parse_point(text));
  return corpus::launch_at(made.program, point, language);
}

using LaunchMaker = std::function<Result<Launch>(const std::string&)>;

// The kernel's source and launches; nothing is predicted yet.
PredictedKernel describe_generated(const KernelSource& source, const LaunchMaker& launch_at,
                                   std::span<const std::string> launches) {
  PredictedKernel out;
  out.text = source.source;
  for (const std::string& text : launches) {
    PredictedLaunch launch;
    auto described = launch_at(text);
    if (described) {
      launch.launch = *std::move(described);
    } else {
      launch.problem = "the launch cannot be made: " + described.error().message;
    }
    out.launches.push_back(std::move(launch));
  }
  return out;
}

Result<Launch> offloaded_launch(const Result<KernelContract>& contract,
                                const Result<launch::ReadyKernel>& ready, const std::string& text) {
  if (!contract) return contract.error();
  if (!ready) return ready.error();
  KCAST_TRY(const LaunchPoint point, parse_point(text));
  return launch::launch_of(*contract, ready->kernel, point);
}

PredictedKernel generated_rows(const corpus::KernelRecipe& recipe, corpus::Language language,
                               std::span<const std::string> launches,
                               const launch::Inspect& inspect, bool predict, const Gpu& gpu) {
  const auto made = corpus::make_kernel(recipe);
  if (!made) {
    return nothing_of(launches.size(), "the kernel cannot be made: " + made.error().message);
  }
  const auto source = corpus::print_kernel(*made, language);
  if (!source) {
    return nothing_of(launches.size(), "the kernel cannot be made: " + source.error().message);
  }
  const bool is_openmp = language == corpus::Language::OpenMp;
  const auto ready = predict || is_openmp
                         ? launch::ready_kernel(inspect, *source, gpu)
                         : Result<launch::ReadyKernel>(Error{ErrorCode::Unsupported, "not read"});
  const auto contract = corpus::contract_of(*made, language);
  PredictedKernel out = describe_generated(
      *source,
      [&](const std::string& text) {
        return is_openmp ? offloaded_launch(contract, ready, text)
                         : generated_launch(*made, text, language);
      },
      launches);
  if (!predict) return out;
  share_out(out.launches.size(), [&](size_t i) {
    PredictedLaunch& launch = out.launches[i];
    if (!launch.launch) return;
    if (ready) {
      predict_one(*ready, gpu, false, launch);
    } else {
      launch.problem = "does not compile: " + ready.error().message;
    }
  });
  return out;
}

PredictedKernel program_rows(const corpus::KernelRecipe& recipe, corpus::Language language,
                             std::span<const std::string> launches, const launch::Inspect& inspect,
                             const Gpu& gpu) {
  const auto program = read_program(recipe, language, inspect, gpu);
  if (!program) {
    return nothing_of(launches.size(), "does not compile: " + program.error().message);
  }
  PredictedKernel out;
  out.text = program->device_text;
  out.launches.resize(launches.size());
  share_out(launches.size(), [&](size_t i) {
    PredictedLaunch& launch = out.launches[i];
    const auto number = parse_host_launch(launches[i]);
    if (number && *number < program->launches.size()) {
      const ProgramLaunch& of_host = program->launches[*number];
      launch.launch = of_host.launch;
      predict_one(of_host.kernel, gpu, true, launch);
    } else {
      launch.problem = "the launch cannot be made: host code makes " +
                       std::to_string(program->launches.size()) + ", no " + launches[i];
    }
  });
  return out;
}

PredictedKernel rows_of(const std::string& recipe, const std::string& language,
                        std::span<const std::string> launches, const launch::Inspect& inspect,
                        const Gpu& gpu, bool predict) {
  const auto parsed = corpus::parse_recipe(recipe);
  if (!parsed) {
    return nothing_of(launches.size(), "the kernel cannot be made: " + parsed.error().message);
  }
  const auto named = corpus::language_named(language);
  if (!named) {
    return nothing_of(launches.size(), "the kernel cannot be made: no language " + language);
  }
  if (parsed->generator == corpus::Generator::Authored) {
    return program_rows(*parsed, *named, launches, inspect, gpu);
  }
  return generated_rows(*parsed, *named, launches, inspect, predict, gpu);
}

}  // namespace

PredictedKernel predict_kernel_rows(const std::string& recipe, const std::string& language,
                                    std::span<const std::string> launches,
                                    const launch::Inspect& inspect, const Gpu& gpu) {
  return rows_of(recipe, language, launches, inspect, gpu, true);
}

PredictedKernel describe_kernel_rows(const std::string& recipe, const std::string& language,
                                     std::span<const std::string> launches,
                                     const launch::Inspect& inspect, const Gpu& gpu) {
  return rows_of(recipe, language, launches, inspect, gpu, false);
}

}  // namespace kcast::plan
