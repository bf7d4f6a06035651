#include "serve/rpc/message.h"

#include <cmath>

namespace kcast::rpc {

namespace {

constexpr size_t kMaxIdBytes = 1024;

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool is_id(const Json& id) {
  if (id.is_string()) return id.get_ref<const std::string&>().size() <= kMaxIdBytes;
  return id.is_number() || id.is_null();
}

}  // namespace

std::optional<RpcError> parse_message(std::string_view text, Message& out) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return RpcError{kParseError, "the message is no JSON", {}, {}};
  if (!json.is_object()) {
    return RpcError{kInvalidRequest, "a message is one JSON object", {}, {}};
  }
  const Json& id = field(json, "id");
  if (!is_id(id)) return RpcError{kInvalidRequest, "'id' is a number or a string", {}, {}};
  if (field(json, "jsonrpc") != "2.0") {
    return RpcError{kInvalidRequest, "'jsonrpc' must be \"2.0\"", {}, id};
  }
  const Json& method = field(json, "method");
  if (!method.is_null() && (!method.is_string() || method.get_ref<const std::string&>().empty())) {
    return RpcError{kInvalidRequest, "'method' is a string", {}, id};
  }
  if (method.is_null() && !json.contains("result") && !json.contains("error")) {
    return RpcError{kInvalidRequest, "no 'method', 'result' or 'error'", {}, id};
  }
  const Json& params = field(json, "params");
  if (!params.is_null() && !params.is_structured()) {
    return RpcError{kInvalidRequest, "'params' is an object or an array", {}, id};
  }
  out.id = id;
  out.method = method.is_string() ? method.get<std::string>() : "";
  out.params = params;
  out.result = field(json, "result");
  out.error = field(json, "error");
  return std::nullopt;
}

std::string result_text(const Json& id, const Json& result) {
  Json json;
  json["jsonrpc"] = "2.0";
  json["id"] = id;
  json["result"] = result;
  return text_of(json);
}

std::string error_text(const Json& id, const RpcError& error) {
  Json json;
  json["jsonrpc"] = "2.0";
  json["id"] = id;
  json["error"] = {{"code", error.code}, {"message", error.message}};
  if (!error.data.is_null()) json["error"]["data"] = error.data;
  return text_of(json);
}

std::string notification_text(std::string_view method, const Json& params) {
  Json json;
  json["jsonrpc"] = "2.0";
  json["method"] = method;
  json["params"] = params;
  return text_of(json);
}

std::string request_text(const Json& id, std::string_view method, const Json& params) {
  Json json;
  json["jsonrpc"] = "2.0";
  json["id"] = id;
  json["method"] = method;
  json["params"] = params;
  return text_of(json);
}

const Json& field(const Json& object, std::string_view name) {
  static const Json null;
  if (!object.is_object()) return null;
  const auto found = object.find(name);
  return found == object.end() ? null : *found;
}

std::string string_field(const Json& object, std::string_view name) {
  const Json& value = field(object, name);
  return value.is_string() ? value.get<std::string>() : "";
}

bool bool_field(const Json& object, std::string_view name, bool otherwise) {
  const Json& value = field(object, name);
  return value.is_boolean() ? value.get<bool>() : otherwise;
}

std::optional<int64_t> int_field(const Json& object, std::string_view name) {
  const Json& value = field(object, name);
  if (value.is_number_integer()) return value.get<int64_t>();
  constexpr double kLargest = 9007199254740992.0;
  if (!value.is_number_float()) return std::nullopt;
  const double real = value.get<double>();
  if (std::trunc(real) != real || std::abs(real) > kLargest) return std::nullopt;
  return static_cast<int64_t>(real);
}

}  // namespace kcast::rpc
