// A client for tests: sockets and bytes, so that it can also misbehave.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace kcast::http {

struct TestReply {
  int status = 0;                              // 0: the connection ended before
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

class TestClient {
 public:
  explicit TestClient(int port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  TestClient(const TestClient&) = delete;
  TestClient& operator=(const TestClient&) = delete;
  ~TestClient() { leave(); }

  bool connected() const { return connected_; }
  int socket() const { return fd_; }

  void leave() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }

  // The next answer; `head_only` for that of a HEAD request.
  TestReply read(bool head_only = false) {
    TestReply reply;
    size_t end = 0;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
      if (!more()) return reply;
    }
    const std::vector<std::string> lines = split(buffer_.substr(0, end), '\n');
    for (size_t i = 1; i < lines.size(); ++i) {
      const size_t colon = lines[i].find(':');
      reply.headers[to_lower(lines[i].substr(0, colon))] = trim(lines[i].substr(colon + 1));
    }
    buffer_.erase(0, end + 4);
    const auto length = parse_int(reply.headers["content-length"]).value_or(0);
    while (!head_only && buffer_.size() < static_cast<size_t>(length)) {
      if (!more()) return {};
    }
    if (!head_only) {
      reply.body = buffer_.substr(0, static_cast<size_t>(length));
      buffer_.erase(0, static_cast<size_t>(length));
    }
    reply.status = static_cast<int>(parse_int(lines[0].substr(9, 3)).value_or(0));
    // What may come before an answer.
    return reply.status == 100 ? read(head_only) : reply;
  }

  // Whether the other side has closed, waiting for it at most so long.
  bool ended(std::chrono::milliseconds wait) {
    pollfd poll{fd_, POLLIN, 0};
    return ::poll(&poll, 1, static_cast<int>(wait.count())) == 1 && !more();
  }

 private:
  bool more() {
    pollfd poll{fd_, POLLIN, 0};
    constexpr int kPatienceMs = 60'000;
    if (::poll(&poll, 1, kPatienceMs) != 1) return false;
    char bytes[65536];
    const ssize_t got = ::recv(fd_, bytes, sizeof bytes, 0);
    if (got <= 0) return false;
    buffer_.append(bytes, static_cast<size_t>(got));
    return true;
  }

  int fd_;
  bool connected_ = false;
  std::string buffer_;
};

using TestHeaders = std::map<std::string, std::string>;

inline std::string request_text(const std::string& method, const std::string& path,
                                const std::string& body = "", TestHeaders headers = {}) {
  headers.emplace("Host", "localhost");
  if (!body.empty() || method == "POST") {
    headers.emplace("Content-Type", "application/json");
    headers.emplace("Content-Length", std::to_string(body.size()));
  }
  std::string out = method + " " + path + " HTTP/1.1\r\n";
  for (const auto& [name, value] : headers) {
    if (!value.empty()) out += name + ": " + value + "\r\n";
  }
  return out + "\r\n" + body;
}

inline TestReply ask(int port, const std::string& method, const std::string& path,
                     const std::string& body = "", const TestHeaders& headers = {}) {
  TestClient client(port);
  client.send(request_text(method, path, body, headers));
  return client.read(method == "HEAD");
}

}  // namespace kcast::http
