// A language model that predicts instead of the analysis: what it is asked about a launch, and what
// becomes of its answer.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "encode/model_pipe.h"
#include "encode/prompts.h"
#include "predict/predict.h"

namespace kcast::workflow {

// Empty texts are the model's own choice.
struct ModelOptions {
  std::string model;  // a name of `kcast models list`, or a GGUF file
  std::string adapter;
  std::string head;
  encode::Template form = encode::Template::Compact;
  std::string threads;
  std::string context;
  std::string temperature;
  std::string seed;
};

// Starts kcast-llm with it; the model loads while we go on.
Result<std::unique_ptr<encode::PipeModel>> start_model(const ModelOptions& options);

using AskModel = std::function<Result<encode::ModelAnswer>(const encode::ModelQuestion&)>;

// Predicts with the model. `tools` read and analyse; `head` is the model's (null: texts).
Result<predict::PredictReport> predict_with_model(predict::PredictRequest request,
                                                  const ModelOptions& options,
                                                  const encode::HeadInfo* head,
                                                  const predict::PredictTools& tools,
                                                  const AskModel& ask);

}  // namespace kcast::workflow
