// A request as it arrived.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kcast::http {

struct Request {
  std::string method;
  std::string target;  // as it was sent
  std::string path;    // decoded, without the query
  std::string query;
  bool http_1_0 = false;
  bool keep_alive = true;
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;
  std::string peer;  // address of the client, without its port

  // The value of a header; nothing where it is missing. Headers that came several times are
  // refused before, where that matters.
  std::optional<std::string_view> header(std::string_view lower_name) const {
    for (const auto& [name, value] : headers) {
      if (name == lower_name) return value;
    }
    return std::nullopt;
  }
};

}  // namespace kcast::http
