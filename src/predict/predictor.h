// Predictions for a process that lives long: one front end for all requests, asked from any thread.
#pragma once

#include <atomic>
#include <memory>

#include "base/result.h"
#include "frontend/frontend.h"
#include "predict/predict.h"

namespace kcast::predict {

class Predictor {
 public:
  // Forks the front end; call it before the process starts threads. `warm`: see Frontend::start.
  static Result<std::unique_ptr<Predictor>> start(bool warm = false);

  // Thread-safe. Setting `cancelled` from another thread ends it within some milliseconds, as an
  // error.
  Result<PredictReport> predict(const PredictRequest& request,
                                const std::atomic<bool>* cancelled = nullptr);
  Result<Inspection> inspect(const frontend::InspectRequest& request,
                             const std::atomic<bool>* cancelled = nullptr);

 private:
  explicit Predictor(std::shared_ptr<frontend::Frontend> frontend)
      : frontend_(std::move(frontend)) {}

  std::shared_ptr<frontend::Frontend> frontend_;
};

}  // namespace kcast::predict
