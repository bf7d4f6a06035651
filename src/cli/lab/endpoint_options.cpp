#include "cli/lab/endpoint_options.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "base/files.h"
#include "endpoint/http_loader.h"

namespace kcast::cli {
namespace {

Result<std::string> read_api_key(const std::string& variable) {
  if (variable.empty()) return std::string();
  const char* key = std::getenv(variable.c_str());
  if (key == nullptr || *key == '\0') {
    return Error{ErrorCode::InvalidInput,
                 "--api-key-env: the environment has no variable " + variable};
  }
  return std::string(key);
}

}  // namespace

void add_endpoint_options(CLI::App& app, EndpointOptions& options) {
  app.add_option("--endpoint", options.url, "URL of an OpenAI-compatible server");
  app.add_option("--api-key-env", options.api_key_env,
                 "name of the environment variable that holds the API key");
  app.add_option("--timeout", options.timeout_seconds,
                 "seconds to wait for an answer (default 600)");
  app.add_option("--jobs", options.jobs, "requests that run at the same time");
}

Status check_endpoint(const EndpointOptions& options) {
  const auto refuse = [](const std::string& what) { return Error{ErrorCode::InvalidInput, what}; };
  if (options.jobs < 1 || options.jobs > 64) return refuse("--jobs takes 1 to 64");
  if (!(options.timeout_seconds > 0)) return refuse("--timeout must be positive");
  if (!options.url.starts_with("http://") && !options.url.starts_with("https://")) {
    return refuse("--endpoint: '" + options.url +
                  "' is no URL; write it like http://127.0.0.1:8080");
  }
  return Unit{};
}

Result<endpoint::ChatEndpoint> chat_endpoint(const EndpointOptions& options) {
  endpoint::ChatEndpoint out;
  out.url = options.url;
  out.timeout_seconds = options.timeout_seconds;
  KCAST_TRY(out.api_key, read_api_key(options.api_key_env));
  return out;
}

Result<endpoint::ChatTools> chat_tools() {
  endpoint::ChatTools out;
  KCAST_TRY(out.post, endpoint::load_http(executable_dir()));
  out.sleep = [](double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  };
  return out;
}

}  // namespace kcast::cli
