// A language model for a server: requests come from strangers and from several threads.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "base/worker/workers.h"
#include "encode/model_pipe.h"
#include "predict/predict.h"
#include "workflow/ask/model_asker.h"

namespace kcast::workflow {

class ModelServer {
 public:
  // Forks a fork server, so call it before the process starts threads; then starts kcast-llm and
  // waits until it has loaded the model.
  static Result<std::unique_ptr<ModelServer>> start(const ModelOptions& options);

  // Thread-safe. What depends on the source happens in a worker, which makes the questions; here
  // they are passed on to the model, one at a time. Setting `cancelled` ends it, though not before
  // the model has answered what it was asked last.
  Result<predict::PredictReport> predict(const predict::PredictRequest& request,
                                         const std::atomic<bool>* cancelled);

 private:
  ModelServer(ModelOptions options, std::unique_ptr<Workers> workers)
      : options_(std::move(options)), workers_(std::move(workers)) {}
  std::string answer_call(std::string_view bytes, const std::atomic<bool>* cancelled);

  ModelOptions options_;
  std::unique_ptr<Workers> workers_;
  std::unique_ptr<encode::PipeModel> model_;
  encode::ModelHello hello_;
  std::timed_mutex asking_;  // of the model: one question at a time
};

}  // namespace kcast::workflow
