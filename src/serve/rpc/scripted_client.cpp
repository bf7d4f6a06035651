#include "serve/rpc/scripted_client.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

namespace kcast::rpc {

using Moment = std::chrono::steady_clock;

ScriptedClient::ScriptedClient(int to_server, int from_server, Framing framing)
    : to_server_(to_server), from_server_(from_server), framing_(framing), reader_(framing) {}

ScriptedClient::~ScriptedClient() {
  hang_up();
  ::close(from_server_);
}

void ScriptedClient::hang_up() {
  if (to_server_ >= 0) ::close(to_server_);
  to_server_ = -1;
}

void ScriptedClient::send_bytes(const std::string& bytes) {
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t n = ::write(to_server_, bytes.data() + done, bytes.size() - done);
    if (n <= 0) return;
    done += static_cast<size_t>(n);
  }
}

void ScriptedClient::notify(const std::string& method, const Json& params) {
  send_bytes(framed(notification_text(method, params), framing_));
}

int64_t ScriptedClient::ask(const std::string& method, const Json& params) {
  const int64_t id = next_id_++;
  send_bytes(framed(request_text(id, method, params), framing_));
  return id;
}

void ScriptedClient::answer(const Json& request) {
  const Json result =
      request["method"] == "workspace/configuration" ? Json::array({settings}) : Json();
  send_bytes(framed(result_text(request["id"], result), framing_));
}

Json ScriptedClient::next(Moment::time_point until) {
  for (;;) {
    auto message = reader_.next();
    if (message && *message) {
      Json json = Json::parse(**message, nullptr, false);
      if (json.contains("method") && json.contains("id")) answer(json);
      return json;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Moment::now()).count();
    if (left <= 0) return nullptr;
    pollfd waiting{from_server_, POLLIN, 0};
    if (::poll(&waiting, 1, static_cast<int>(std::min<int64_t>(left, 1000))) <= 0) continue;
    std::array<char, 1 << 16> bytes;
    const ssize_t n = ::read(from_server_, bytes.data(), bytes.size());
    if (n <= 0) return nullptr;
    reader_.append({bytes.data(), static_cast<size_t>(n)});
  }
}

Json ScriptedClient::response(int64_t id) {
  const auto until = Moment::now() + patience;
  for (Json json = next(until); !json.is_null(); json = next(until)) {
    if (!json.contains("method") && field(json, "id") == id) return json;
    if (json.contains("method")) kept_.push_back(std::move(json));
  }
  return nullptr;
}

Json ScriptedClient::wait_for(const std::string& method, const Fits& fits) {
  const auto fitting = [&](const Json& json) {
    return field(json, "method") == method && (!fits || fits(field(json, "params")));
  };
  while (!kept_.empty()) {
    const Json json = std::move(kept_.front());
    kept_.pop_front();
    if (fitting(json)) return field(json, "params");
  }
  const auto until = Moment::now() + patience;
  for (Json json = next(until); !json.is_null(); json = next(until)) {
    if (fitting(json)) return field(json, "params").is_null() ? Json::object() : json["params"];
  }
  return nullptr;
}

bool ScriptedClient::comes(const std::string& method, std::chrono::milliseconds within) {
  const auto patience_before = std::exchange(patience, within);
  const bool came = !wait_for(method).is_null();
  patience = patience_before;
  return came;
}

}  // namespace kcast::rpc
