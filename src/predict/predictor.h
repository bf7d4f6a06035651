// Predictions of what strangers wrote: each request in a worker that can do nothing else
// (base/worker), asked from any thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include "base/parallel.h"
#include "base/result.h"
#include "base/worker/workers.h"
#include "frontend/request.h"
#include "predict/predict.h"

namespace kcast::predict {

struct PredictorLimits {
  WorkerLimits worker;
  size_t max_source_bytes = size_t{8} << 20;  // all files of a request together
  // Of analyses and lowered kernels that are kept for further requests, where it was started warm.
  size_t max_kept_bytes = size_t{32} << 20;
  size_t jobs = hardware_jobs();  // workers that share a request where nothing is kept
};

class Predictor {
 public:
  // Forks the fork server; call it before the process starts threads. `warm`: it reads a small
  // program first, so that the first request is as fast as the others, and keeps what comes of each
  // kernel, so that one which an edit did not change is neither lowered nor analysed again; right
  // for a server, not for a command that asks once. Several kernels, and several launches, are
  // lowered and analysed side by side in either case.
  static Result<std::unique_ptr<Predictor>> start(bool warm = false);
  static Result<std::unique_ptr<Predictor>> start(const PredictorLimits& limits, bool warm = false);

  // Thread-safe. Everything that depends on the source happens in a worker: reading, lowering,
  // executing, modelling. Where a worker dies of a kernel, that kernel is in `skipped` and the
  // others are answered. Setting `cancelled` from another thread kills the worker and ends it
  // within some milliseconds, as an error.
  Result<PredictReport> predict(const PredictRequest& request,
                                const std::atomic<bool>* cancelled = nullptr);
  Result<Inspection> inspect(const frontend::InspectRequest& request,
                             const std::atomic<bool>* cancelled = nullptr);

  // What the workers of this machine have given up; describe() says it in a line.
  Sandbox sandbox() { return workers_->sandbox(); }

  // Of what is kept: an analysis for each launch, PTX for each piece of a program, by all that they
  // depend on.
  CacheCounts kept_counts() const { return kept_ ? kept_->counts() : CacheCounts{}; }

 private:
  Predictor(const PredictorLimits& limits, std::unique_ptr<Workers> workers)
      : limits_(limits), workers_(std::move(workers)) {}

  PredictorLimits limits_;
  std::unique_ptr<Workers> workers_;
  bool keeps_analyses_ = false;
  // Null where a request has one worker.
  std::unique_ptr<Workers> analysers_;
  std::unique_ptr<KeptAnswers> kept_;
};

}  // namespace kcast::predict
