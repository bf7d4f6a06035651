#include "workflow/eval/public_suite.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "base/ordered_loop.h"
#include "base/process/interrupt.h"
#include "base/progress.h"
#include "base/quantile.h"
#include "base/text.h"
#include "eval/suite_rows.h"
#include "frontend/frontend.h"
#include "predict/gpus.h"
#include "predict/tools.h"
#include "workflow/eval/public_match.h"
#include "workflow/eval/public_report.h"
#include "workflow/eval/public_requests.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// What became of a program.
struct ProgramOutcome {
  std::vector<PublicComparison> comparisons;
  std::set<std::string> kernels;  // plain names of those with readings
  std::set<std::string> answered;
  std::map<std::string, std::string> reasons;  // by plain name; "" for the whole program
  std::vector<double> seconds;
};

// Predicts, and remembers the order in which host code makes the launches: a report has the
// longest first.
class TimedPrediction {
 public:
  TimedPrediction(predict::PredictTools tools, std::chrono::milliseconds limit)
      : tools_(std::move(tools)), end_(Clock::now() + limit) {
    bounded_ = tools_;
    bounded_.analyze = [this](const Inspection& inspection, const Kernel& kernel,
                              const Launch& launch, const Gpu& gpu) -> Result<analyze::Analysis> {
      if (Clock::now() > end_) {
        return Error{ErrorCode::External, "the program's time is up: other launches took it all"};
      }
      launches_.push_back(launch);
      return tools_.analyze(inspection, kernel, launch, gpu);
    };
  }
  TimedPrediction(const TimedPrediction&) = delete;
  TimedPrediction& operator=(const TimedPrediction&) = delete;

  predict::PredictTools& tools() { return bounded_; }

  // `kernel`: the plain name of the only one that is asked for; empty: all of the program.
  std::vector<OrderedPrediction> run(const predict::PredictRequest& request,
                                     const std::string& kernel, ProgramOutcome& outcome) {
    launches_.clear();
    auto report = predict::predict(request, bounded_);
    if (!report) {
      outcome.reasons.emplace(kernel, report.error().message);
      return {};
    }
    for (const predict::SkippedKernel& skipped : report->skipped)
      outcome.reasons.emplace(eval::plain_kernel_name(skipped.name), skipped.reason);
    std::vector<OrderedPrediction> out;
    for (predict::LaunchPrediction& entry : report->predictions) {
      const auto place = std::find(launches_.begin(), launches_.end(), entry.launch);
      out.push_back({std::move(entry), static_cast<size_t>(place - launches_.begin())});
    }
    return out;
  }

 private:
  predict::PredictTools tools_;
  predict::PredictTools bounded_;
  Clock::time_point end_;
  std::vector<Launch> launches_;
};

class ProgramRun {
 public:
  ProgramRun(const PublicSuiteOptions& options, const PublicProgram& program,
             const std::vector<PublicReading>& readings, const Gpu& gpu)
      : options_(options), program_(program), readings_(readings), gpu_(gpu) {
    for (const PublicReading& reading : readings_)
      out_.kernels.insert(eval::plain_kernel_name(reading.kernel));
  }

  ProgramOutcome run(const MakeTools& make_tools) {
    if (program_.language == "opencl") {
      for (const PublicReading& reading : readings_)
        predict_kernel(reading, make_tools);
    } else {
      predict_program(make_tools);
    }
    return std::move(out_);
  }

 private:
  // A reason instead of a prediction.
  void fail(const std::string& message) { out_.reasons.emplace("", message); }

  void took(Clock::time_point start) {
    out_.seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
  }

  void predict_program(const MakeTools& make_tools) {
    const Clock::time_point start = Clock::now();
    auto request = program_request(options_.sources, program_, gpu_);
    if (!request) return fail(request.error().message);
    request->predictor = options_.predictor;
    TimedPrediction prediction(make_tools(), options_.limit);
    const std::vector<OrderedPrediction> predictions = prediction.run(*request, "", out_);
    took(start);
    for (const OrderedPrediction& p : predictions)
      out_.answered.insert(eval::plain_kernel_name(p.entry.name));
    for (const PublicReading& reading : readings_)
      compare(reading, predictions);
  }

  // The launch is given by names that the kernel's text has, so that it is read first; predict()
  // then takes the same inspection.
  void predict_kernel(const PublicReading& reading, const MakeTools& make_tools) {
    const Clock::time_point start = Clock::now();
    const std::string name = eval::plain_kernel_name(reading.kernel);
    auto request = kernel_request(options_.sources, program_, reading, gpu_);
    if (!request) return fail(request.error().message);
    request->predictor = options_.predictor;
    TimedPrediction prediction(make_tools(), options_.limit);
    const auto inspect = prediction.tools().inspect;
    std::optional<Inspection> kept;
    prediction.tools().inspect = [&](const frontend::InspectRequest& asked) -> Result<Inspection> {
      if (!kept) {
        KCAST_TRY(kept, inspect(asked));
      }
      return *kept;
    };
    frontend::InspectRequest source = request->source;
    source.assume = true;
    const auto first = prediction.tools().inspect(source);
    if (!first) return fail(first.error().message);
    for (const Kernel& kernel : first->kernels) {
      if (eval::plain_kernel_name(kernel.name) == name)
        request->launch = given_launch(reading, kernel);
    }
    const std::vector<OrderedPrediction> predictions = prediction.run(*request, name, out_);
    took(start);
    if (compare(reading, predictions)) out_.answered.insert(name);
  }

  bool compare(const PublicReading& reading, const std::vector<OrderedPrediction>& predictions) {
    const auto match = match_reading(reading, predictions);
    if (!match) return false;
    PublicComparison comparison =
        compare_reading(reading, predictions[match->prediction].entry, gpu_);
    comparison.same_launch = match->same_launch;
    if (comparison.measured_us() > 0 && comparison.predicted_us() > 0) {
      out_.comparisons.push_back(std::move(comparison));
    }
    return true;
  }

  const PublicSuiteOptions& options_;
  const PublicProgram& program_;
  const std::vector<PublicReading>& readings_;
  const Gpu& gpu_;
  ProgramOutcome out_;
};

// A program of the side with readings, and its sources.
Result<std::vector<const PublicProgram*>> chosen_programs(const PublicSuiteOptions& options,
                                                          const PublicSuite& suite) {
  std::vector<const PublicProgram*> out;
  for (const PublicProgram& program : suite.programs) {
    if (!options.side.empty() && program.side != options.side) continue;
    if (!suite.readings.contains(program.id)) continue;
    const fs::path folder = repository_folder(options.sources, program.repository);
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored)) {
      return Error{ErrorCode::NotFound, folder.string() + " is missing; scripts/suite_sources " +
                                            options.sources.string() + " fetches it"};
    }
    out.push_back(&program);
  }
  if (out.empty()) {
    return Error{ErrorCode::InvalidInput, options.folder.string() +
                                              " has no programs with readings" +
                                              (options.side.empty() ? "" : " on this side")};
  }
  return out;
}

double times_off(const PublicComparison& comparison) {
  return std::abs(std::log(comparison.predicted_us() / comparison.measured_us()));
}

std::string reason_for(const ProgramOutcome& outcome, const std::string& kernel) {
  for (const std::string& name : {kernel, std::string()}) {
    if (const auto found = outcome.reasons.find(name); found != outcome.reasons.end()) {
      return found->second;
    }
  }
  return "not among the kernels that were found";
}

void add_outcome(const PublicProgram& program, ProgramOutcome outcome, PublicScore& score,
                 std::vector<PublicComparison>& comparisons) {
  score.programs += 1;
  for (const std::string& kernel : outcome.kernels) {
    score.kernels += 1;
    if (outcome.answered.contains(kernel)) {
      score.answered += 1;
    } else if (score.side == "open") {
      score.unanswered.push_back({program.id, kernel, reason_for(outcome, kernel)});
    }
  }
  for (PublicComparison& comparison : outcome.comparisons)
    comparisons.push_back(std::move(comparison));
}

void add_worst(size_t most, std::vector<PublicComparison> comparisons, PublicScore& score) {
  if (score.side != "open" || most == 0) {
    score.unanswered.clear();
    return;
  }
  std::stable_sort(comparisons.begin(), comparisons.end(),
                   [](const auto& a, const auto& b) { return times_off(a) > times_off(b); });
  comparisons.resize(std::min(most, comparisons.size()));
  score.worst = std::move(comparisons);
}

std::vector<PublicScore> scores_of(const PublicSuiteOptions& options, const PublicSuite& suite,
                                   const std::vector<const PublicProgram*>& programs,
                                   std::vector<ProgramOutcome>& outcomes, const Gpu& gpu) {
  std::vector<PublicScore> out;
  for (const char* side : {"open", "held-out"}) {
    for (const char* language : {"cuda", "opencl"}) {
      PublicScore score;
      score.side = side;
      score.language = language;
      std::vector<PublicComparison> comparisons;
      std::vector<double> seconds;
      for (size_t i = 0; i < programs.size(); ++i) {
        if (programs[i]->side != side || programs[i]->language != language) continue;
        seconds.insert(seconds.end(), outcomes[i].seconds.begin(), outcomes[i].seconds.end());
        add_outcome(*programs[i], std::move(outcomes[i]), score, comparisons);
      }
      if (score.programs == 0) continue;
      std::sort(seconds.begin(), seconds.end());
      score.seconds_p50 = quantile_of(seconds, 0.5);
      score.seconds_p95 = quantile_of(seconds, 0.95);
      score.figures = public_figures(comparisons, gpu, suite.floors);
      add_worst(options.worst, std::move(comparisons), score);
      out.push_back(std::move(score));
    }
  }
  return out;
}

}  // namespace

Result<std::vector<PublicScore>> score_public_suite(const PublicSuiteOptions& options,
                                                    const MakeTools& make_tools) {
  KCAST_TRY(const PublicSuite suite, read_public_suite(options.folder));
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named(options.gpu));
  KCAST_TRY(const std::vector<const PublicProgram*> programs, chosen_programs(options, suite));
  std::vector<ProgramOutcome> outcomes(programs.size());
  Progress progress("programs", programs.size());
  OrderedLoop loop;
  loop.count = programs.size();
  loop.jobs = options.jobs;
  loop.work = [&](size_t i) {
    ProgramRun run(options, *programs[i], suite.readings.at(programs[i]->id), gpus.at(0));
    outcomes[i] = run.run(make_tools);
  };
  loop.take = [](size_t) -> Status { return Unit{}; };
  loop.stopped = [] { return InterruptGuard::interrupted().load(); };
  loop.worked = [&](size_t) { progress.advance(); };
  KCAST_TRY(const size_t taken, run_ordered(loop));
  progress.finish();
  if (taken < programs.size()) return Error{ErrorCode::External, "interrupted"};
  return scores_of(options, suite, programs, outcomes, gpus.at(0));
}

Result<std::string> run_public_suite(const PublicSuiteOptions& options) {
  KCAST_TRY(const std::shared_ptr<frontend::Frontend> frontend, frontend::Frontend::start());
  KCAST_TRY(const std::vector<PublicScore> scores, score_public_suite(options, [&frontend] {
              return predict::make_tools(frontend, &InterruptGuard::interrupted());
            }));
  return options.json ? public_report_json(scores) : public_report_text(scores);
}

}  // namespace kcast::workflow
