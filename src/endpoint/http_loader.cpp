#include "endpoint/http_loader.h"

#include <dlfcn.h>

#include <optional>

#include "base/process/part.h"
#include "endpoint/http_module.h"

namespace kcast::endpoint {

namespace {

using CallOutcome = std::optional<Result<HttpReply>>;

void take_reply(void* context, int status, const char* body, size_t body_bytes,
                double retry_after_seconds) {
  static_cast<CallOutcome*>(context)->emplace(
      HttpReply{status, std::string(body, body_bytes), retry_after_seconds});
}

void take_failure(void* context, int error_code, const char* message) {
  static_cast<CallOutcome*>(context)->emplace(Error{static_cast<ErrorCode>(error_code), message});
}

}  // namespace

Result<HttpPostFunction> load_http(const std::filesystem::path& folder) {
  KCAST_TRY(const std::filesystem::path path, find_part(folder, "kcast-http.so"));
  void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* symbol = module == nullptr ? nullptr : ::dlsym(module, "kcast_http_post");
  if (symbol == nullptr) {
    const char* why = ::dlerror();
    return Error{ErrorCode::Unsupported,
                 "cannot load kcast-http.so (Debian: libcpp-httplib0.11): " +
                     std::string(why == nullptr ? "no entry" : why)};
  }
  const auto call = reinterpret_cast<decltype(&kcast_http_post)>(symbol);
  return HttpPostFunction([call](const HttpPost& post) -> Result<HttpReply> {
    CallOutcome outcome;
    const KcastHttpCall request = {
        post.url.c_str(),     post.body.data(), post.body.size(), post.bearer.c_str(),
        post.timeout_seconds, take_reply,       take_failure,     &outcome};
    call(&request);
    if (!outcome) return Error{ErrorCode::Internal, "kcast-http.so gave no answer"};
    return *std::move(outcome);
  });
}

}  // namespace kcast::endpoint
