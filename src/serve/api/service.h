// The operations of the API over a predictor: bodies in, replies out. It knows no protocol.
#pragma once

#include <atomic>
#include <functional>
#include <semaphore>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "predict/predict.h"
#include "schema/gpu/gpu.h"
#include "serve/api/predict_body.h"
#include "serve/api/reply.h"
#include "serve/api/reply_cache.h"

namespace kcast::api {

// Who predicts: a predict::Predictor in the product, something quick in tests. Thread-safe.
struct Engine {
  std::function<Result<predict::PredictReport>(const predict::PredictRequest&,
                                               const std::atomic<bool>* cancelled)>
      predict;
  std::function<Result<Inspection>(const frontend::InspectRequest&,
                                   const std::atomic<bool>* cancelled)>
      inspect;
  // The language model that was loaded answers instead; empty: there is none.
  std::function<Result<predict::PredictReport>(const predict::PredictRequest&,
                                               const std::atomic<bool>* cancelled)>
      ask_model = {};
};

struct ServiceOptions {
  size_t cache_bytes = size_t{128} << 20;
  size_t slots = 2;             // predictions at the same time
  size_t max_points = 1000;     // launches that a sweep may ask for, over all GPUs
  size_t max_candidates = 256;  // of a ranking
  std::string model = {};       // the name of the language model; empty: there is none
};

// Every function may be called from any thread. Setting `cancelled` ends it soon; what it then
// returns is not meant to be sent.
class Service {
 public:
  Service(Engine engine, std::vector<Gpu> gpus, const ServiceOptions& options);

  Reply predict(std::string_view body, const std::atomic<bool>& cancelled);
  Reply rank(std::string_view body, const std::atomic<bool>& cancelled);
  Reply diff(std::string_view body, const std::atomic<bool>& cancelled);
  Reply chat(std::string_view body, const std::atomic<bool>& cancelled);
  Reply gpus() const;
  Reply gpu(std::string_view name) const;
  Reply models() const;

  // What can be said without predicting anything, quick enough for a thread that must not wait: an
  // answer that is known, or what is wrong with a body of moderate size. The operations are
  // "predict", "rank", "diff" and "chat".
  std::optional<Reply> answer_now(std::string_view operation, std::string_view body);

  CacheCounts cache_counts() const { return cache_.counts(); }
  std::span<const Gpu> known_gpus() const { return gpus_; }

 private:
  // The answer to a request for a prediction, out of the cache or made. `path` is that of the
  // request in the body.
  std::variant<Reply, ApiError> predicted(const Json& request, const std::string& path,
                                          const std::atomic<bool>& cancelled);
  std::variant<Reply, ApiError> make_prediction(const Json& request, const std::string& path,
                                                const std::atomic<bool>& cancelled);
  // The report of the language model as JSON, and the tokens that it read.
  struct ModelReport {
    std::string body;
    int64_t prompt_tokens = 0;
  };
  std::string chat_model(const std::string& wanted) const;
  std::variant<ModelReport, ApiError> asked_model(const Json& request,
                                                  const std::atomic<bool>& cancelled);
  std::optional<Problem> problem_of(std::string_view operation, const Json& json) const;
  ApiError refusal(const PredictBody& body, const Error& error, const std::atomic<bool>& cancelled);

  Engine engine_;
  std::vector<Gpu> gpus_;
  ServiceOptions options_;
  ReplyCache cache_;
  std::counting_semaphore<> slots_;
};

}  // namespace kcast::api
