// One question to an OpenAI-compatible chat endpoint.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "endpoint/http_post.h"

namespace kcast::endpoint {

struct ChatEndpoint {
  std::string url;      // "http://127.0.0.1:8080", with or without /v1
  std::string api_key;  // empty: none is sent
  double timeout_seconds = 600;
  int attempts = 5;             // on status 429 and 5xx
  int connection_attempts = 1;  // where no reply comes, or one that makes no sense
};

struct ChatRequest {
  std::string model;
  std::string system;
  std::string user;
  double temperature = 0;
  int64_t seed = 0;
  int64_t max_tokens = 2048;
};

struct ChatAnswer {
  std::string text;
  bool cut_off = false;       // the limit of tokens ended it
  int64_t prompt_tokens = 0;  // 0: the server did not say
  int64_t answer_tokens = 0;
};

struct ChatTools {
  HttpPostFunction post;
  std::function<void(double)> sleep;  // seconds
};

// An error is External when this question has no answer but another may have one: too slow,
// the server failed, its reply makes no sense. Every other error will come again.
Result<ChatAnswer> ask(const ChatEndpoint& endpoint, const ChatRequest& request,
                       const ChatTools& tools);

}  // namespace kcast::endpoint
