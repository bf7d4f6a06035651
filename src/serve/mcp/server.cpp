#include "serve/mcp/server.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "base/version.h"
#include "serve/mcp/calls.h"
#include "serve/mcp/tools.h"
#include "serve/rpc/loop.h"
#include "serve/rpc/outbox.h"
#include "serve/rpc/reply.h"
#include "serve/rpc/workers.h"

namespace kcast::mcp {

namespace {

using rpc::Message;
using rpc::Reply;
using rpc::RpcError;

constexpr const char* kRevision = "2026-07-28";
// Those with a handshake, the newest first.
constexpr std::array<const char*, 4> kOlderRevisions = {"2025-11-25", "2025-06-18", "2025-03-26",
                                                        "2024-11-05"};
constexpr int kUnsupportedRevision = -32022;
constexpr int64_t kListMayBeKeptMs = 3'600'000;

Json server_info() {
  const std::string version(program_version());
  return {{"name", "kcast"},
          {"title", "Kernelcast"},
          {"version", version.substr(version.rfind(' ') + 1)}};
}

// What a request says about itself since there is no handshake.
struct Envelope {
  bool modern = false;
  std::optional<RpcError> error;
};

Envelope envelope_of(const Json& params) {
  Envelope out;
  const Json& meta = rpc::field(params, "_meta");
  const Json& version = rpc::field(meta, "io.modelcontextprotocol/protocolVersion");
  if (version.is_null()) return out;
  out.modern = true;
  if (version != kRevision) {
    out.error = RpcError{kUnsupportedRevision,
                         "this server speaks revision " + std::string(kRevision),
                         {{"supported", Json::array({kRevision})}, {"requested", version}},
                         {}};
  } else if (!rpc::field(meta, "io.modelcontextprotocol/clientCapabilities").is_object()) {
    out.error =
        RpcError{rpc::kInvalidParams,
                 "'_meta' must have the object 'io.modelcontextprotocol/clientCapabilities'",
                 {},
                 {}};
  }
  return out;
}

// The fields that the newest revision adds to every result.
Json complete(Json result, bool modern) {
  if (!modern) return result;
  Json out = {{"resultType", "complete"}};
  out.update(result);
  out["_meta"]["io.modelcontextprotocol/serverInfo"] = server_info();
  return out;
}

Json may_be_kept(Json result, bool modern) {
  if (!modern) return result;
  result["ttlMs"] = kListMayBeKeptMs;
  result["cacheScope"] = "public";
  return result;
}

Json tool_result(const Result<ToolResult>& result) {
  const std::string text = result ? result->text : result.error().message;
  Json out = {{"content", Json::array({{{"type", "text"}, {"text", text}}})}};
  if (result) {
    out["structuredContent"] = result->structured;
  } else {
    out["isError"] = true;
  }
  return out;
}

class AgentServer {
 public:
  AgentServer(predict::Predictor& predictor, rpc::Loop& loop, rpc::Outbox& outbox, size_t workers)
      : predictor_(predictor), loop_(loop), outbox_(outbox), workers_(workers) {}
  ~AgentServer() { pending_.cancel_all(); }
  AgentServer(const AgentServer&) = delete;
  AgentServer& operator=(const AgentServer&) = delete;

  void on_message(const Result<std::string>& text) {
    if (!text) {
      return outbox_.send(
          rpc::error_text(nullptr, {rpc::kParseError, text.error().message, {}, {}}));
    }
    Message message;
    if (const auto error = rpc::parse_message(*text, message)) {
      return outbox_.send(rpc::error_text(error->id, *error));
    }
    // It asks nothing, so nothing is answered to it.
    if (message.is_response()) return;
    if (message.is_notification()) {
      // Both revisions want no answer to a request that was cancelled.
      if (message.method == "notifications/cancelled") {
        pending_.cancel(rpc::field(message.params, "requestId"), nullptr);
      }
      return;
    }
    const Reply reply =
        pending_.add(message.id, [this](const std::string& answer) { outbox_.send(answer); });
    on_request(message, reply);
  }

 private:
  void on_request(const Message& message, const Reply& reply) {
    const Envelope envelope = envelope_of(message.params);
    if (envelope.error) return reply.error(*envelope.error);
    const bool modern = envelope.modern;
    if (message.method == "server/discover") return reply.result(discovery());
    if (message.method == "initialize" && !modern) return initialize(message.params, reply);
    if (message.method == "ping" && !modern) return reply.result(Json::object());
    if (!modern && !initialized_) {
      return reply.error({rpc::kInvalidParams,
                          "a request says its revision in '_meta' "
                          "(io.modelcontextprotocol/protocolVersion), or 'initialize' comes first",
                          {},
                          {}});
    }
    if (message.method == "tools/list") {
      return reply.result(complete(may_be_kept({{"tools", tools_json()}}, modern), modern));
    }
    if (message.method == "tools/call") return call(message.params, modern, reply);
    reply.error({rpc::kMethodNotFound, "no method '" + message.method + "'", {}, {}});
  }

  static Json discovery() {
    return complete(may_be_kept({{"supportedVersions", Json::array({kRevision})},
                                 {"capabilities", {{"tools", Json::object()}}},
                                 {"instructions", instructions()}},
                                true),
                    true);
  }

  void initialize(const Json& params, const Reply& reply) {
    initialized_ = true;
    const std::string wanted = rpc::string_field(params, "protocolVersion");
    const bool known =
        std::find(kOlderRevisions.begin(), kOlderRevisions.end(), wanted) != kOlderRevisions.end();
    reply.result({{"protocolVersion", known ? wanted : kOlderRevisions[0]},
                  {"capabilities", {{"tools", Json::object()}}},
                  {"serverInfo", server_info()},
                  {"instructions", instructions()}});
  }

  void call(const Json& params, bool modern, const Reply& reply) {
    const std::string name = rpc::string_field(params, "name");
    if (!has_tool(name)) {
      return reply.error({rpc::kInvalidParams, "no tool '" + name + "'", {}, {}});
    }
    Json arguments = rpc::field(params, "arguments");
    if (arguments.is_null()) arguments = Json::object();
    workers_.submit([this, name, arguments = std::move(arguments), modern, reply] {
      if (*reply.cancel()) return;
      auto result = std::make_shared<const Result<ToolResult>>(
          call_tool(predictor_, name, arguments, *reply.cancel()));
      loop_.post([reply, result, modern] {
        if (!*reply.cancel()) reply.result(complete(tool_result(*result), modern));
      });
    });
  }

  predict::Predictor& predictor_;
  rpc::Loop& loop_;
  rpc::Outbox& outbox_;
  rpc::PendingReplies pending_;
  rpc::Workers workers_;
  bool initialized_ = false;
};

}  // namespace

Status run_agent_server(predict::Predictor& predictor, const AgentServerOptions& options) {
  KCAST_TRY(const std::unique_ptr<rpc::Loop> loop,
            rpc::Loop::open(options.input, rpc::Framing::Lines));
  rpc::Outbox outbox(options.output, rpc::Framing::Lines);
  AgentServer server(predictor, *loop, outbox, options.workers);
  loop->run([&server](const Result<std::string>& text) { server.on_message(text); });
  return Unit{};
}

}  // namespace kcast::mcp
