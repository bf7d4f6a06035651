#include "serve/api/service.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>

#include "base/parallel.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/version.h"
#include "predict/compare.h"
#include "predict/gpus.h"
#include "predict/report_json.h"
#include "report/gpus_view.h"
#include "report/predict_tables.h"
#include "schema/gpu/gpu_json.h"
#include "serve/api/chat.h"
#include "serve/api/difference.h"
#include "serve/api/ranking.h"
#include "serve/api/report_reply.h"
#include "serve/option_words.h"

namespace kcast::api {

namespace {

constexpr size_t kQuickBytes = size_t{128} << 10;  // hashed and read in a few milliseconds at most

ApiError problem_error(const Problem& problem) {
  const bool whole = problem.field.empty();
  return {.status = 400,
          .code = whole ? "invalid_json" : "invalid_field",
          .message = whole ? problem.message : problem.field + ": " + problem.message,
          .field = problem.field};
}

ApiError field_error(const std::string& path, const char* field, const std::string& message) {
  return problem_error({path.empty() ? field : path + "." + field, message});
}

// Answers of other versions are other answers, should a cache ever outlive a process.
std::string key_of(std::string_view operation, std::string_view body) {
  Sha256 hash;
  hash.add(program_version());
  hash.add("\n");
  hash.add(operation);
  hash.add("\n");
  hash.add(body);
  return hash.hex();
}

// The same content has the same text, however it was written.
std::string content_key(std::string_view operation, const Json& json) {
  return key_of(operation, "=" + nlohmann::json(json).dump());
}

// One of the places in which predictions run, taken unless the client leaves before.
class Slot {
 public:
  Slot(std::counting_semaphore<>& slots, const std::atomic<bool>& cancelled) : slots_(slots) {
    while (!taken_ && !cancelled)
      taken_ = slots_.try_acquire_for(std::chrono::milliseconds(5));
  }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
  ~Slot() {
    if (taken_) slots_.release();
  }
  explicit operator bool() const { return taken_; }

 private:
  std::counting_semaphore<>& slots_;
  bool taken_ = false;
};

std::string server_timing(const predict::StageTimes& times) {
  char text[120];
  std::snprintf(text, sizeof text, "frontend;dur=%.1f, choice;dur=%.1f, analysis;dur=%.1f",
                times.frontend_ms, times.choice_ms, times.analysis_ms);
  return text;
}

}  // namespace

Service::Service(Engine engine, std::vector<Gpu> gpus, const ServiceOptions& options)
    : engine_(std::move(engine)),
      gpus_(std::move(gpus)),
      options_(options),
      cache_(options.cache_bytes),
      slots_(static_cast<std::ptrdiff_t>(std::max<size_t>(options.slots, 1))) {}

std::optional<Reply> Service::answer_now(std::string_view operation, std::string_view body) {
  if (body.size() > kQuickBytes) return std::nullopt;
  if (operation == "predict") {
    if (auto reply = cache_.find(key_of(operation, body), false)) {
      reply->headers = {{"X-Kcast-Cache", "hit"}};
      return reply;
    }
  }
  std::optional<Problem> problem;
  const std::optional<Json> json = parse_body(body, problem);
  if (json) problem = problem_of(operation, *json);
  if (problem) return error_reply(problem_error(*problem));
  return std::nullopt;
}

std::optional<Problem> Service::problem_of(std::string_view operation, const Json& json) const {
  std::optional<Problem> problem;
  if (operation == "predict") {
    read_predict_body(json, "", gpus_, problem);
  } else if (operation == "rank") {
    read_rank_body(json, gpus_, options_.max_candidates, problem);
  } else if (operation == "diff") {
    read_diff_body(json, gpus_, problem);
  } else if (operation == "chat") {
    read_chat_body(json, problem);
  }
  return problem;
}

Reply Service::predict(std::string_view body, const std::atomic<bool>& cancelled) {
  std::optional<Problem> problem;
  const std::optional<Json> json = parse_body(body, problem);
  if (!json) return error_reply(problem_error(*problem));
  auto answer = predicted(*json, "", cancelled);
  if (const auto* error = std::get_if<ApiError>(&answer)) return error_reply(*error);
  Reply& reply = std::get<Reply>(answer);
  // The next one who sends the same bytes need not even have them read.
  cache_.insert(key_of("predict", body), reply);
  return std::move(reply);
}

std::variant<Reply, ApiError> Service::predicted(const Json& request, const std::string& path,
                                                 const std::atomic<bool>& cancelled) {
  const std::string key = content_key("predict", request);
  if (auto found = cache_.find(key)) {
    found->headers = {{"X-Kcast-Cache", "hit"}};
    return *std::move(found);
  }
  auto made = make_prediction(request, path, cancelled);
  if (auto* reply = std::get_if<Reply>(&made)) {
    cache_.insert(key, *reply);
    reply->headers.emplace_back("X-Kcast-Cache", "miss");
  }
  return made;
}

std::variant<Reply, ApiError> Service::make_prediction(const Json& request, const std::string& path,
                                                       const std::atomic<bool>& cancelled) {
  std::optional<Problem> problem;
  const PredictBody body = read_predict_body(request, path, gpus_, problem);
  if (problem) return problem_error(*problem);
  size_t points = body.request.gpus.size();
  for (const predict::Sweep& sweep : body.request.sweeps)
    points *= sweep.values.size();
  if (points > options_.max_points) {
    return field_error(path, "sweep",
                       "asks for " + std::to_string(points) + " combinations; " +
                           std::to_string(options_.max_points) + " are allowed");
  }
  const Slot slot(slots_, cancelled);
  if (!slot) return ApiError{.status = 503, .code = "cancelled", .message = "cancelled"};
  const auto report =
      serve::with_fields(engine_.predict(body.request, &cancelled), serve::kHttpFields);
  if (!report) return refusal(body, report.error(), cancelled);
  Reply reply = json_reply(report_body(*report, body.request.gpus));
  reply.headers.emplace_back("Server-Timing", server_timing(report->times));
  return reply;
}

// What is wrong with the source is shown where it stands.
ApiError Service::refusal(const PredictBody& body, const Error& error,
                          const std::atomic<bool>& cancelled) {
  ApiError out{.status = 422, .code = "unpredictable", .message = error.message};
  switch (error.code) {
    case ErrorCode::InvalidInput:
    case ErrorCode::NotFound:
    case ErrorCode::Unsupported: {
      frontend::InspectRequest source = body.request.source;
      source.lower = false;
      if (const auto inspection = engine_.inspect(source, &cancelled))
        out.diagnostics = inspection->diagnostics;
      break;
    }
    case ErrorCode::External:
      out.code = "limit";
      break;
    case ErrorCode::Io:
    case ErrorCode::Internal:
      out.status = 500;
      out.code = "internal";
      break;
  }
  return out;
}

Reply Service::rank(std::string_view body, const std::atomic<bool>& cancelled) {
  std::optional<Problem> problem;
  const std::optional<Json> json = parse_body(body, problem);
  if (!json) return error_reply(problem_error(*problem));
  const RankBody wanted = read_rank_body(*json, gpus_, options_.max_candidates, problem);
  if (problem) return error_reply(problem_error(*problem));
  std::vector<Outcome> outcomes(wanted.candidates.size());
  std::vector<std::optional<ApiError>> errors(outcomes.size());
  parallel_for(options_.slots, outcomes.size(), 1, [&](size_t i) {
    const Candidate& candidate = wanted.candidates[i];
    auto answer = predicted(candidate.request, candidate.path, cancelled);
    if (auto* error = std::get_if<ApiError>(&answer)) {
      outcomes[i].reason = error->message;
      errors[i] = std::move(*error);
      return;
    }
    outcomes[i].body = std::get<Reply>(answer).body;
    auto report = predict::report_from_json(*outcomes[i].body, candidate.name);
    if (report) outcomes[i].report = *std::move(report);
  });
  const ApiError* first = nullptr;
  for (const auto& error : errors) {
    // What is wrong with the request, or with this server, is no property of a candidate.
    if (error && error->status != 422) return error_reply(*error);
    if (error && first == nullptr) first = &*error;
  }
  const bool some = std::any_of(outcomes.begin(), outcomes.end(),
                                [](const Outcome& outcome) { return outcome.report.has_value(); });
  if (!some && first != nullptr) return error_reply(*first);
  return json_reply(ranking_body(wanted, outcomes));
}

Reply Service::diff(std::string_view body, const std::atomic<bool>& cancelled) {
  std::optional<Problem> problem;
  const std::optional<Json> json = parse_body(body, problem);
  if (!json) return error_reply(problem_error(*problem));
  DiffBody wanted = read_diff_body(*json, gpus_, problem);
  if (problem) return error_reply(problem_error(*problem));
  for (DiffSide* side : {&wanted.before, &wanted.after}) {
    if (side->report) continue;
    auto answer = predicted(side->request, side->path, cancelled);
    if (auto* error = std::get_if<ApiError>(&answer)) {
      if (error->status == 422) error->field = side->path;
      return error_reply(*error);
    }
    auto report = predict::report_from_json(*std::get<Reply>(answer).body, side->path);
    if (!report) {
      return error_reply({.status = 500, .code = "internal", .message = report.error().message});
    }
    side->report = *std::move(report);
  }
  const predict::Comparison comparison =
      predict::compare(*wanted.before.report, *wanted.after.report);
  const std::vector<std::string> broken = predict::broken_rules(comparison, wanted.rules);
  return json_reply(report::render_comparison_json(comparison, broken));
}

std::string Service::chat_model(const std::string& wanted) const {
  if (!wanted.empty()) return wanted;
  return options_.model.empty() ? "kcast" : options_.model;
}

std::variant<Service::ModelReport, ApiError> Service::asked_model(
    const Json& request, const std::atomic<bool>& cancelled) {
  std::optional<Problem> problem;
  const PredictBody body = read_predict_body(request, "", gpus_, problem);
  if (problem) return problem_error(*problem);
  const auto report =
      serve::with_fields(engine_.ask_model(body.request, &cancelled), serve::kHttpFields);
  if (!report) return refusal(body, report.error(), cancelled);
  ModelReport out{predict::report_to_json(*report, body.request.gpus), 0};
  for (const predict::LaunchPrediction& launch : report->predictions)
    out.prompt_tokens += launch.model ? launch.model->prompt_tokens : 0;
  return out;
}

Reply Service::chat(std::string_view body, const std::atomic<bool>& cancelled) {
  std::optional<Problem> problem;
  const std::optional<Json> json = parse_body(body, problem);
  if (!json) return error_reply(problem_error(*problem));
  const ChatBody wanted = read_chat_body(*json, problem);
  if (problem) return error_reply(problem_error(*problem));
  const MessageCode code = code_of(wanted.text);
  Json request = {{"source", code.text}, {"language", code.language}};
  ChatAnswer said{.id = "chatcmpl-" + sha256_hex(body).substr(0, 24),
                  .model = chat_model(wanted.model),
                  .created = std::time(nullptr)};
  if (said.model == options_.model) {
    auto answer = asked_model(request, cancelled);
    if (const auto* error = std::get_if<ApiError>(&answer)) return error_reply(*error);
    said.content = trim(std::get<ModelReport>(answer).body);
    said.prompt_tokens = std::get<ModelReport>(answer).prompt_tokens;
  } else {
    // "kcast-a100": the analysis, for that GPU.
    const Gpu* gpu =
        said.model.starts_with("kcast-") ? find_gpu(gpus_, said.model.substr(6)) : nullptr;
    if (said.model != "kcast" && gpu == nullptr) {
      return error_reply({.status = 404,
                          .code = "model_not_found",
                          .message = "no model '" + said.model + "'; GET /v1/models lists them",
                          .field = "model"});
    }
    if (gpu != nullptr) request["gpu"] = gpu->id;
    auto answer = predicted(request, "", cancelled);
    if (const auto* error = std::get_if<ApiError>(&answer)) return error_reply(*error);
    said.content = trim(*std::get<Reply>(answer).body);
  }
  if (!wanted.stream) return json_reply(completion_body(said));
  Reply reply = json_reply(completion_events(said, wanted.stream_usage));
  reply.content_type = "text/event-stream";
  reply.headers.emplace_back("Cache-Control", "no-cache");
  return reply;
}

Reply Service::gpus() const {
  return json_reply("{\"default\": \"" + std::string(predict::kDefaultGpu) +
                    "\", \"gpus\": " + report::render_gpus_json(gpus_) + "}\n");
}

Reply Service::gpu(std::string_view name) const {
  if (const Gpu* found = find_gpu(gpus_, name)) return json_reply(report::render_gpu_json(*found));
  return error_reply({.status = 404,
                      .code = "unknown_gpu",
                      .message = "no GPU '" + std::string(name) + "'; GET /v1/gpus lists them"});
}

Reply Service::models() const {
  Json list = {{"object", "list"}, {"data", Json::array()}};
  std::vector<std::string> names = {"kcast"};
  if (!options_.model.empty()) names.insert(names.begin(), options_.model);
  for (const Gpu& gpu : gpus_)
    names.push_back("kcast-" + gpu.id);
  for (const std::string& name : names) {
    list["data"].push_back(
        {{"id", name}, {"object", "model"}, {"created", 0}, {"owned_by", "kcast"}});
  }
  return json_reply(list.dump() + "\n");
}

}  // namespace kcast::api
