// A chat endpoint on this machine that answers as a test tells it.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace kcast::endpoint {

struct ScriptedReply {
  int status = 200;
  std::string body;
  double delay_seconds = 0;
  std::string retry_after;    // header; empty: none
  bool closes_early = false;  // the connection ends in the middle of the body
};

struct ScriptedRequest {
  std::string path;
  std::string body;
  std::string authorization;
};

// A reply in the form of a chat completion.
ScriptedReply chat_reply(const std::string& text, const std::string& finish_reason = "stop");

class ScriptedServer {
 public:
  // Listens on a port that the system chooses. `answer` is called by several threads.
  explicit ScriptedServer(std::function<ScriptedReply(const ScriptedRequest&)> answer);
  ~ScriptedServer();
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  std::string url() const;  // "http://127.0.0.1:PORT"

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kcast::endpoint
