#include "serve/launch_settings.h"

namespace kcast::serve {

namespace {

Error wrong_field(const std::string& name, const std::string& form) {
  return {ErrorCode::InvalidInput, "'" + name + "' must be " + form};
}

// Numbers are accepted where the command line has a text.
Result<std::string> value_text(const Json& value, const std::string& name) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number()) return value.dump();
  return wrong_field(name, "a text or a number");
}

}  // namespace

Result<std::vector<std::pair<std::string, std::string>>> read_bindings(const Json& json,
                                                                       const std::string& name) {
  std::vector<std::pair<std::string, std::string>> out;
  if (json.is_null()) return out;
  if (!json.is_object()) return wrong_field(name, "an object of names and values");
  for (const auto& [key, value] : json.items()) {
    KCAST_TRY(std::string text, value_text(value, name + "." + key));
    out.emplace_back(key, std::move(text));
  }
  return out;
}

Result<predict::LaunchOverrides> read_launch_settings(const Json& json) {
  predict::LaunchOverrides out;
  if (json.is_null()) return out;
  if (!json.is_object()) return wrong_field("launch", "an object");
  for (const auto& [key, value] : json.items()) {
    if (key == "grid" || key == "block") {
      KCAST_TRY(const std::string text, value_text(value, key));
      KCAST_TRY(auto dims, predict::parse_dims(text));
      (key == "grid" ? out.grid : out.block) = dims;
    } else if (key == "shared") {
      KCAST_TRY(const std::string text, value_text(value, key));
      KCAST_TRY(const predict::Number bytes, predict::parse_number(text));
      if (!bytes.integer || *bytes.integer < 0) return wrong_field(key, "a number of bytes");
      out.shared_bytes = bytes.integer;
    } else if (key == "args") {
      KCAST_TRY(const auto values, read_bindings(value, key));
      for (const auto& [name, text] : values) {
        KCAST_TRY(const predict::Number number, predict::parse_number(text));
        out.arguments.emplace_back(name, number);
      }
    } else if (key == "fills") {
      KCAST_TRY(const auto values, read_bindings(value, key));
      for (const auto& [name, text] : values) {
        KCAST_TRY(auto fill, predict::parse_fill(name + "=" + text));
        out.fills.push_back(std::move(fill));
      }
    } else {
      return Error{ErrorCode::InvalidInput,
                   "a launch has no '" + key + "'; there are grid, block, shared, args, fills"};
    }
  }
  return out;
}

}  // namespace kcast::serve
