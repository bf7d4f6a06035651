#include "predict/predictor.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/wire_result.h"
#include "frontend/parse/stop_parsing.h"
#include "frontend/worker.h"
#include "predict/predict_wire.h"
#include "predict/worker_task.h"

namespace kcast::predict {

namespace {

constexpr size_t kMostStopped = 4;  // kernels that may end a worker before the rest is given up

// The symbol of the kernel that a worker worked on at its end; empty: none.
std::string last_kernel(const WorkerOutcome& outcome) {
  if (outcome.progress.empty()) return "";
  const std::string& last = outcome.progress.back();
  return last.starts_with(kAnalysing) ? last.substr(kAnalysing.size()) : "";
}

// Kernels whose analysis came to its end in that worker.
std::vector<std::string> finished_kernels(const WorkerOutcome& outcome, const std::string& last) {
  std::set<std::string> out;
  for (const std::string& step : outcome.progress) {
    if (step.starts_with(kAnalysing)) out.insert(step.substr(kAnalysing.size()));
  }
  out.erase(last);
  return {out.begin(), out.end()};
}

// Changes the task so that the next worker does not end where the last one did. False: there is
// nothing left to change.
bool go_around(const WorkerOutcome& outcome, PredictTask& task) {
  if (outcome.end != WorkerEnd::Died && outcome.end != WorkerEnd::Stopped) return false;
  if (frontend::stopped_parsing(outcome)) return false;
  const std::string kernel = last_kernel(outcome);
  if (kernel.empty()) return !std::exchange(task.read_elsewhere, true);
  if (!task.rest_stopped.empty()) return false;
  task.stopped.emplace_back(kernel, frontend::describe_stop(outcome));
  if (task.stopped.size() >= kMostStopped) {
    task.finished = finished_kernels(outcome, kernel);
    task.rest_stopped = "not analysed, because the analysis of " + std::to_string(kMostStopped) +
                        " kernels of this program was stopped";
  }
  return true;
}

}  // namespace

Result<std::unique_ptr<Predictor>> Predictor::start(bool warm) {
  return start(PredictorLimits{}, warm);
}

Result<std::unique_ptr<Predictor>> Predictor::start(const PredictorLimits& limits, bool warm) {
  KCAST_TRY(std::unique_ptr<Workers> workers,
            Workers::start(limits.worker, [warm] { return make_task_handler(warm); }));
  std::unique_ptr<Predictor> out(new Predictor(limits, std::move(workers)));
  out->keeps_analyses_ = warm;
  if (warm || limits.jobs > 1) {
    KCAST_TRY(out->analysers_, Workers::start(limits.worker, make_analysis_handler));
    out->kept_ = std::make_unique<KeptAnswers>(limits.max_kept_bytes);
  }
  return out;
}

Result<PredictReport> Predictor::predict(const PredictRequest& request,
                                         const std::atomic<bool>* cancelled) {
  KCAST_OK(frontend::check_size(request.source, limits_.max_source_bytes));
  ReadableFiles files = frontend::readable_files(request.source);
  PredictTask task{.request = request,
                   .keeps_analyses = keeps_analyses_,
                   .workers = kept_ ? static_cast<int32_t>(limits_.jobs) : 1};
  WorkerQuestion question{"",          &files,          cancelled, workers_->deadline(),
                          kept_.get(), analysers_.get()};
  for (;;) {
    const std::string bytes = predict_question(task);
    question.request = bytes;
    const WorkerOutcome outcome = workers_->ask(question);
    if (outcome.end == WorkerEnd::Answered) return result_from_wire<PredictReport>(outcome.text);
    if (!go_around(outcome, task)) return frontend::describe_end(outcome, request.source);
  }
}

Result<Inspection> Predictor::inspect(const frontend::InspectRequest& request,
                                      const std::atomic<bool>* cancelled) {
  KCAST_OK(frontend::check_size(request, limits_.max_source_bytes));
  ReadableFiles files = frontend::readable_files(request);
  const auto deadline = workers_->deadline();
  return frontend::inspect_with(
      [&](const frontend::InspectRequest& part, frontend::ReadingKind kind) {
        const std::string bytes = inspect_question(part, kind);
        return workers_->ask({bytes, &files, cancelled, deadline});
      },
      request);
}

}  // namespace kcast::predict
