// What an operation of the API answers, before any protocol wraps it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/inspection.h"

namespace kcast::api {

struct Reply {
  int status = 200;
  std::string content_type = "application/json";
  std::shared_ptr<const std::string> body;  // shared with the cache; never null
  std::vector<std::pair<std::string, std::string>> headers;
};

// Why a request is refused. `code` is for programs, `message` for people.
struct ApiError {
  int status = 400;
  std::string code;                          // "invalid_field"
  std::string message;                       // one line, with the remedy where one is known
  std::string field = "";                    // "launch.block[1]"; empty: no one field
  int retry_after_seconds = 0;               // 0: asking again is no use
  std::vector<Diagnostic> diagnostics = {};  // of the source, where the source is the cause
};

Reply json_reply(std::string body, int status = 200);

// {"error": {"code", "type", "message", "field"?, "diagnostics"?}}
Reply error_reply(const ApiError& error);

}  // namespace kcast::api
