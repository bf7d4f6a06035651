#include "base/io/json_problem.h"

#include <optional>

namespace kcast {
namespace {

// What stands between two pieces of a text.
std::optional<std::string> between(std::string_view text, std::string_view before,
                                   std::string_view after) {
  const size_t begin = text.find(before);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(begin + before.size());
  const size_t end = after.empty() ? rest.size() : rest.find(after);
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(rest.substr(0, end));
}

}  // namespace

std::string json_problem(std::string_view exception_text) {
  if (!exception_text.starts_with("[json.exception.")) return std::string(exception_text);
  if (const auto place = between(exception_text, "parse error at ", ":")) {
    return "not JSON (" + *place + ")";
  }
  if (const auto key = between(exception_text, "key '", "' not found")) {
    return "the key '" + *key + "' is missing";
  }
  if (const auto index = between(exception_text, "array index ", " is out of range")) {
    return "a list has no item " + *index;
  }
  const auto wanted = between(exception_text, "type must be ", ", but is ");
  const auto found = between(exception_text, ", but is ", "");
  if (wanted && found) return "a value is of type " + *found + " and has to be of type " + *wanted;
  return "a value is not of the type that it has to be";
}

}  // namespace kcast
