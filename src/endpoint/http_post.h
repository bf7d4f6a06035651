// One HTTP request as plain values, apart from the library that makes it.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"

namespace kcast::endpoint {

struct HttpPost {
  std::string url;     // whole, with http:// or https://
  std::string body;    // JSON
  std::string bearer;  // of the Authorization header; empty: none
  double timeout_seconds = 600;
};

struct HttpReply {
  int status = 0;
  std::string body;
  double retry_after_seconds = 0;  // what the server asks for; 0: nothing
};

// Any status is a reply. An error is NotFound when there is no server to talk to, External
// when it did not answer, InvalidInput when the URL cannot be used.
using HttpPostFunction = std::function<Result<HttpReply>(const HttpPost&)>;

}  // namespace kcast::endpoint
