// The API as HTTP: which address is which operation, who may ask for it, and what is answered at
// once. It knows requests and replies, and no socket.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/named_text.h"
#include "serve/api/service.h"
#include "serve/http/access.h"
#include "serve/http/message.h"
#include "serve/http/metrics.h"
#include "serve/http/server.h"

namespace kcast::http {

class Application {
 public:
  Application(api::Service& service, AccessRules rules, std::span<const NamedText> page,
              std::span<const NamedText> openapi);

  // What a server calls; see Handlers.
  std::optional<api::Reply> admit(const Request& request) const;
  std::optional<api::Reply> answer_now(const Request& request);
  api::Reply answer(const Request& request, const std::atomic<bool>& cancelled);
  void observe(const Exchange& exchange);

  // Everything wired for a server. The application has to live longer than that.
  Handlers handlers();
  // Where GET /metrics reads the state of the server; set before it runs.
  void set_counts(std::function<ServerCounts()> counts) { counts_ = std::move(counts); }

 private:
  api::Service& service_;
  AccessRules rules_;
  std::span<const NamedText> page_;
  std::span<const NamedText> openapi_;
  Metrics metrics_;
  std::function<ServerCounts()> counts_ = [] { return ServerCounts{}; };
};

// "/v1/gpus/{gpu}" for "/v1/gpus/h200"; "other" for what is no operation.
std::string_view route_name(std::string_view path);
// All of them but the page.
std::vector<std::string_view> route_paths();

}  // namespace kcast::http
