#include "endpoint/http_client.h"

#include <httplib.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

namespace kcast::endpoint {

namespace {

constexpr size_t kMaxReplyBytes = size_t{16} << 20;
constexpr int kConnectSeconds = 10;

// "https://host:port" and "/path" of a URL.
Result<std::pair<std::string, std::string>> split_url(const std::string& url) {
  const size_t scheme = url.find("://");
  const std::string name = url.substr(0, scheme);
  if (scheme == std::string::npos || (name != "http" && name != "https")) {
    return Error{ErrorCode::InvalidInput,
                 "'" + url + "' is no URL; write it like http://127.0.0.1:8080"};
  }
  const size_t path = url.find('/', scheme + 3);
  if (path == scheme + 3 || url.size() == scheme + 3) {
    return Error{ErrorCode::InvalidInput, "'" + url + "' names no host"};
  }
  if (path == std::string::npos) return std::pair(url, std::string("/"));
  return std::pair(url.substr(0, path), url.substr(path));
}

Error no_reply(httplib::Error error, const std::string& server, double seconds, double limit) {
  if (error == httplib::Error::Connection || error == httplib::Error::ConnectionTimeout) {
    return Error{ErrorCode::NotFound, "no connection to " + server + "; is the server running?"};
  }
  if (error == httplib::Error::SSLServerVerification) {
    return Error{ErrorCode::NotFound, "the certificate of " + server + " cannot be trusted"};
  }
  if (error == httplib::Error::Canceled && seconds < limit) {
    return Error{ErrorCode::External, server + " sent more than 16 MB"};
  }
  if (seconds >= limit * 0.99) {
    return Error{ErrorCode::External, server + " did not answer within " +
                                          std::to_string(std::lround(std::ceil(limit))) +
                                          " s; --timeout allows more"};
  }
  return Error{ErrorCode::External, server + " ended the connection without an answer (" +
                                        httplib::to_string(error) + ")"};
}

// Seconds; the other form of the header, a date, is not worth a parser.
double retry_after(const httplib::Response& response) {
  const std::string text = response.get_header_value("Retry-After");
  return std::max(0.0, std::strtod(text.c_str(), nullptr));
}

}  // namespace

Result<HttpReply> post_by_httplib(const HttpPost& post) {
  KCAST_TRY(const auto parts, split_url(post.url));
  httplib::Client client(parts.first);
  if (!client.is_valid()) {
    return Error{ErrorCode::InvalidInput, "cannot use the address " + parts.first};
  }
  const auto timeout = std::chrono::milliseconds(static_cast<int64_t>(post.timeout_seconds * 1000));
  client.set_connection_timeout(
      std::min<std::chrono::milliseconds>(timeout, std::chrono::seconds(kConnectSeconds)));
  client.set_read_timeout(timeout);
  client.set_write_timeout(timeout);
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [start] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  httplib::Request request;
  request.method = "POST";
  request.path = parts.second;
  request.body = post.body;
  request.headers.emplace("Content-Type", "application/json");
  if (!post.bearer.empty()) request.headers.emplace("Authorization", "Bearer " + post.bearer);
  // The library's own limit is for each piece; one that trickles would never end.
  request.progress = [&](uint64_t current, uint64_t /*total*/) {
    return current <= kMaxReplyBytes && seconds() < post.timeout_seconds;
  };
  const httplib::Result result = client.send(request);
  if (!result) return no_reply(result.error(), parts.first, seconds(), post.timeout_seconds);
  return HttpReply{result->status, result->body, retry_after(*result)};
}

}  // namespace kcast::endpoint
