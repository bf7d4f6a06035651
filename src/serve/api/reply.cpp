#include "serve/api/reply.h"

#include "predict/report_json.h"
#include "serve/api/fields.h"

namespace kcast::api {

namespace {

// The words that clients of OpenAI-shaped servers branch on.
const char* type_of(int status) {
  if (status == 401 || status == 403) return "authentication_error";
  if (status == 404) return "not_found_error";
  if (status == 429) return "rate_limit_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

}  // namespace

Reply json_reply(std::string body, int status) {
  Reply reply;
  reply.status = status;
  reply.body = std::make_shared<const std::string>(std::move(body));
  return reply;
}

Reply error_reply(const ApiError& error) {
  Json inner = {{"code", error.code}, {"type", type_of(error.status)}, {"message", error.message}};
  if (!error.field.empty()) inner["field"] = error.field;
  if (!error.diagnostics.empty()) {
    inner["diagnostics"] = Json::parse(predict::diagnostics_to_json(error.diagnostics));
  }
  const Json json = {{"error", std::move(inner)}};
  Reply reply =
      json_reply(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n", error.status);
  if (error.retry_after_seconds > 0) {
    reply.headers.emplace_back("Retry-After", std::to_string(error.retry_after_seconds));
  }
  return reply;
}

}  // namespace kcast::api
