#include "serve/http/application.h"

#include <algorithm>
#include <exception>

#include "base/text.h"
#include "base/version.h"
#include "serve/http/page.h"

namespace kcast::http {

namespace {

enum class Operation { Predict, Rank, Diff, Chat, Gpus, Gpu, Models, Health, MetricsText, OpenApi };

struct Route {
  std::string_view method;
  std::string_view path;  // one ending in '}' stands for all with its beginning
  Operation operation;
  bool open = false;           // needs no token
  std::string_view work = {};  // what the service calls it, where it takes a while
};

constexpr Route kRoutes[] = {
    {.method = "POST", .path = "/v1/predict", .operation = Operation::Predict, .work = "predict"},
    {.method = "POST", .path = "/v1/rank", .operation = Operation::Rank, .work = "rank"},
    {.method = "POST", .path = "/v1/diff", .operation = Operation::Diff, .work = "diff"},
    {.method = "POST",
     .path = "/v1/chat/completions",
     .operation = Operation::Chat,
     .work = "chat"},
    {.method = "GET", .path = "/v1/gpus", .operation = Operation::Gpus},
    {.method = "GET", .path = "/v1/gpus/{gpu}", .operation = Operation::Gpu},
    {.method = "GET", .path = "/v1/models", .operation = Operation::Models},
    {.method = "GET", .path = "/health", .operation = Operation::Health, .open = true},
    {.method = "GET", .path = "/metrics", .operation = Operation::MetricsText},
    {.method = "GET", .path = "/openapi.json", .operation = Operation::OpenApi, .open = true},
};

bool fits(const Route& route, std::string_view path) {
  const size_t brace = route.path.find('{');
  if (brace == std::string_view::npos) return route.path == path;
  const std::string_view rest = path.substr(std::min(brace, path.size()));
  return path.starts_with(route.path.substr(0, brace)) && !rest.empty() &&
         rest.find('/') == std::string_view::npos;
}

const Route* route_of(std::string_view path) {
  const auto* found = std::find_if(std::begin(kRoutes), std::end(kRoutes),
                                   [&](const Route& route) { return fits(route, path); });
  return found == std::end(kRoutes) ? nullptr : found;
}

// What stands for the braces of the route.
std::string_view parameter(const Route& route, std::string_view path) {
  return path.substr(route.path.find('{'));
}

bool is_json(std::string_view content_type) {
  return to_lower(trim(content_type.substr(0, content_type.find(';')))) == "application/json";
}

api::Reply wrong_method(std::string_view method, const std::string& allowed) {
  api::Reply reply = api::error_reply(
      {.status = 405,
       .code = "wrong_method",
       .message = "'" + std::string(method) + "' is not possible here; use " + allowed});
  reply.headers.emplace_back("Allow", allowed);
  return reply;
}

}  // namespace

std::string_view route_name(std::string_view path) {
  const Route* route = route_of(path);
  return route != nullptr ? route->path : "other";
}

std::vector<std::string_view> route_paths() {
  std::vector<std::string_view> out;
  for (const Route& route : kRoutes)
    out.push_back(route.path);
  return out;
}

Application::Application(api::Service& service, AccessRules rules, std::span<const NamedText> page,
                         std::span<const NamedText> openapi)
    : service_(service), rules_(std::move(rules)), page_(page), openapi_(openapi) {}

std::optional<api::Reply> Application::admit(const Request& request) const {
  if (const auto foreign = refuse_foreign(request, rules_)) return api::error_reply(*foreign);
  const Route* route = route_of(request.path);
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (route == nullptr) {
    if (!page_reply(page_, request)) {
      return api::error_reply(
          {.status = 404,
           .code = "no_such_address",
           .message = "nothing is at '" + request.path + "'; /openapi.json lists what there is"});
    }
    if (!reads) return wrong_method(request.method, "GET");
    return std::nullopt;
  }
  if (!route->open) {
    if (const auto unknown = refuse_unknown(request, rules_)) {
      api::Reply reply = api::error_reply(*unknown);
      reply.headers.emplace_back("WWW-Authenticate", "Bearer");
      return reply;
    }
  }
  if (route->method == "GET" ? !reads : request.method != route->method)
    return wrong_method(request.method, std::string(route->method));
  // Forms and plain text can be posted by any page that a browser shows; JSON cannot.
  if (route->method == "POST" && !is_json(request.header("content-type").value_or(""))) {
    return api::error_reply({.status = 415,
                             .code = "content_type",
                             .message = "send JSON, with Content-Type: application/json"});
  }
  return std::nullopt;
}

std::optional<api::Reply> Application::answer_now(const Request& request) {
  const Route* route = route_of(request.path);
  if (route == nullptr) return page_reply(page_, request);
  if (!route->work.empty()) return service_.answer_now(route->work, request.body);
  switch (route->operation) {
    case Operation::Gpus:
      return service_.gpus();
    case Operation::Gpu:
      return service_.gpu(parameter(*route, request.path));
    case Operation::Models:
      return service_.models();
    case Operation::Health:
      return api::json_reply("{\"status\": \"ok\", \"version\": \"" +
                             std::string(program_version()) + "\"}\n");
    case Operation::MetricsText: {
      api::Reply reply = api::json_reply(metrics_.text(counts_(), service_.cache_counts()));
      reply.content_type = "text/plain; version=0.0.4; charset=utf-8";
      return reply;
    }
    case Operation::OpenApi:
      return api::json_reply(std::string(openapi_.empty() ? "{}" : openapi_[0].text));
    default:
      return std::nullopt;
  }
}

api::Reply Application::answer(const Request& request, const std::atomic<bool>& cancelled) {
  const Route* route = route_of(request.path);
  switch (route != nullptr ? route->operation : Operation::Health) {
    case Operation::Predict:
      return service_.predict(request.body, cancelled);
    case Operation::Rank:
      return service_.rank(request.body, cancelled);
    case Operation::Diff:
      return service_.diff(request.body, cancelled);
    case Operation::Chat:
      return service_.chat(request.body, cancelled);
    default:
      return api::error_reply(
          {.status = 500, .code = "internal", .message = "nobody answers " + request.path});
  }
}

void Application::observe(const Exchange& exchange) {
  metrics_.count(route_name(exchange.path), exchange);
}

Handlers Application::handlers() {
  // A bug must not end the thread that serves everybody.
  const auto guarded = [](const auto& work) -> std::optional<api::Reply> {
    try {
      return work();
    } catch (const std::exception& error) {
      return api::error_reply({.status = 500, .code = "internal", .message = error.what()});
    }
  };
  return {
      [this, guarded](const Request& request) { return guarded([&] { return admit(request); }); },
      [this, guarded](const Request& request) {
        return guarded([&] { return answer_now(request); });
      },
      [this](const Request& request, const std::atomic<bool>& cancelled) {
        return answer(request, cancelled);
      },
      [this](const Exchange& exchange) { observe(exchange); }};
}

}  // namespace kcast::http
