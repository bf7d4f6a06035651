#include "endpoint/scripted_server.h"

#include <httplib.h>

#include <atomic>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

namespace kcast::endpoint {

struct ScriptedServer::State {
  httplib::Server server;
  std::thread thread;
  int port = 0;
  std::atomic<bool> ending{false};
};

ScriptedReply chat_reply(const std::string& text, const std::string& finish_reason) {
  const nlohmann::json message = {{"role", "assistant"}, {"content", text}};
  const nlohmann::json body = {
      {"choices", {{{"index", 0}, {"message", message}, {"finish_reason", finish_reason}}}},
      {"usage", {{"prompt_tokens", 11}, {"completion_tokens", 22}}}};
  return {200, body.dump(), 0, ""};
}

ScriptedServer::ScriptedServer(std::function<ScriptedReply(const ScriptedRequest&)> answer)
    : state_(std::make_unique<State>()) {
  State* state = state_.get();
  state->server.Post(".*", [answer = std::move(answer), state](const httplib::Request& request,
                                                               httplib::Response& response) {
    const ScriptedReply reply =
        answer({request.path, request.body, request.get_header_value("Authorization")});
    // In pieces, so that the end of a test does not wait for a server that hangs.
    for (double waited = 0; waited < reply.delay_seconds && !state->ending; waited += 0.02)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    response.status = reply.status;
    if (!reply.retry_after.empty()) response.set_header("Retry-After", reply.retry_after);
    if (reply.closes_early) {
      response.set_content_provider(
          reply.body.size() + 1, "application/json",
          [body = reply.body](size_t offset, size_t, httplib::DataSink& sink) {
            return offset == 0 && sink.write(body.data(), body.size());
          });
      return;
    }
    response.set_content(reply.body, "application/json");
  });
  state->port = state->server.bind_to_any_port("127.0.0.1");
  state->thread = std::thread([state] { state->server.listen_after_bind(); });
  while (!state->server.is_running())
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

ScriptedServer::~ScriptedServer() {
  state_->ending = true;
  state_->server.stop();
  state_->thread.join();
}

std::string ScriptedServer::url() const {
  return "http://127.0.0.1:" + std::to_string(state_->port);
}

}  // namespace kcast::endpoint
