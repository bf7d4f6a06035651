// Options of commands that talk to a chat endpoint.
#pragma once

#include <string>

#include "base/result.h"
#include "endpoint/chat.h"

namespace CLI {
class App;
}

namespace kcast::cli {

struct EndpointOptions {
  std::string url;
  std::string api_key_env;
  double timeout_seconds = 600;
  int jobs = 1;  // requests at a time
};

// --endpoint, --api-key-env, --timeout and --jobs.
void add_endpoint_options(CLI::App& app, EndpointOptions& options);

Status check_endpoint(const EndpointOptions& options);

// With the key from the environment, which is written nowhere.
Result<endpoint::ChatEndpoint> chat_endpoint(const EndpointOptions& options);

// The module that talks HTTP, and a real clock.
Result<endpoint::ChatTools> chat_tools();

}  // namespace kcast::cli
