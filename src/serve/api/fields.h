// Reads JSON that strangers wrote: the first thing that is wrong is kept with the name of its
// field, and everything after it reads as absent.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kcast::api {

// Members keep the order in which they were written.
using Json = nlohmann::ordered_json;

// What is wrong with a request, in the terms of the request.
struct Problem {
  std::string field;  // "launch.block[1]"; empty: the whole body
  std::string message;

  bool operator==(const Problem&) const = default;
};

// JSON of a body. Deeper than `kMaxDepth` or with a member twice: a problem.
constexpr int kMaxDepth = 64;
std::optional<Json> parse_body(std::string_view text, std::optional<Problem>& problem);

// The members of one object.
class Fields {
 public:
  // `path` is empty for the body itself. What is no object is a problem.
  Fields(const Json& json, std::string path, std::optional<Problem>& problem);

  // Null where the member is missing, is null, or something was wrong before.
  const Json* find(std::string_view name);
  const Json* need(std::string_view name);  // missing is a problem
  std::optional<std::string> text(std::string_view name);
  std::optional<bool> boolean(std::string_view name);
  std::optional<int64_t> integer(std::string_view name, int64_t least, int64_t most);
  // A list of texts; a single text is a list of one.
  std::vector<std::string> texts(std::string_view name);

  // Members that nobody asked for are a problem: a typing error would be silently ignored.
  void nothing_else();

  void wrong(std::string_view name, std::string message);  // keeps the first one
  std::string path(std::string_view name) const;
  bool sound() const { return !problem_.has_value(); }
  std::optional<Problem>& problem() { return problem_; }

 private:
  const Json& json_;
  std::string path_;
  std::optional<Problem>& problem_;
  std::vector<std::string> asked_;
};

}  // namespace kcast::api
