// `kcast serve` with a language model, and without.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "base/result.h"
#include "cli/commands.h"
#include "predict/predict.h"

namespace kcast::cli {

struct ServedModelOptions {
  std::string model;  // empty: none
  std::string adapter;
  std::string head;
  std::string form = "compact";
};

using AskServedModel = std::function<Result<predict::PredictReport>(
    const predict::PredictRequest&, const std::atomic<bool>* cancelled)>;
using StartServedModel = std::function<Result<AskServedModel>(const ServedModelOptions&)>;

// Serves until it is interrupted. `start` is empty in kcast, which has kcast-lab serve where a
// model is asked for: the code that asks models is there.
Status serve(Args args, const StartServedModel& start);

// In kcast-lab: serve() with models.
Status cmd_serve_model(Args args);

}  // namespace kcast::cli
