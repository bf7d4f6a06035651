// A client that tests script: it talks to a server on two descriptors and waits for what it is told
// to wait for.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "serve/rpc/framing.h"
#include "serve/rpc/message.h"

namespace kcast::rpc {

class ScriptedClient {
 public:
  // Takes the descriptors over.
  ScriptedClient(int to_server, int from_server, Framing framing);
  ~ScriptedClient();
  ScriptedClient(const ScriptedClient&) = delete;
  ScriptedClient& operator=(const ScriptedClient&) = delete;

  void notify(const std::string& method, const Json& params);
  // Sends a request and gives its id.
  int64_t ask(const std::string& method, const Json& params);
  // The whole response; null when none came in time.
  Json response(int64_t id);
  Json request(const std::string& method, const Json& params) {
    return response(ask(method, params));
  }

  // The params of the next notification or request of the server that fits; what does not fit is
  // dropped. Null when none came in time.
  using Fits = std::function<bool(const Json& params)>;
  Json wait_for(const std::string& method, const Fits& fits = {});
  // Whether one comes within so long.
  bool comes(const std::string& method, std::chrono::milliseconds within);

  void send_bytes(const std::string& bytes);
  void hang_up();

  // What `workspace/configuration` is answered with; other requests get null.
  Json settings;
  std::chrono::milliseconds patience{20'000};

 private:
  // The next message of the server; null at the end of the time.
  Json next(std::chrono::steady_clock::time_point until);
  void answer(const Json& request);

  int to_server_;
  int from_server_;
  Framing framing_;
  FrameReader reader_;
  int64_t next_id_ = 1;
  std::deque<Json> kept_;  // notifications and requests that nobody waited for yet
};

}  // namespace kcast::rpc
