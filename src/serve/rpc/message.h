// Messages of JSON-RPC 2.0: requests, notifications and responses.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace kcast::rpc {

// Keeps the order of fields, so that the same answer is the same bytes.
using Json = nlohmann::ordered_json;

constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kMethodNotFound = -32601;
constexpr int kInvalidParams = -32602;
constexpr int kInternalError = -32603;

struct Message {
  Json id;             // null: a notification
  std::string method;  // empty: a response
  Json params;
  Json result;  // of a response
  Json error;   // of a response

  bool is_request() const { return !method.empty() && !id.is_null(); }
  bool is_notification() const { return !method.empty() && id.is_null(); }
  bool is_response() const { return method.empty(); }
};

// What a request ends in when it fails.
struct RpcError {
  int code = kInternalError;
  std::string message;
  Json data;
  Json id;  // of a message that could not be read, where it said one
};

// The message of a text, or the error that it is answered with.
std::optional<RpcError> parse_message(std::string_view text, Message& out);

std::string result_text(const Json& id, const Json& result);
std::string error_text(const Json& id, const RpcError& error);
std::string notification_text(std::string_view method, const Json& params);
std::string request_text(const Json& id, std::string_view method, const Json& params);

// A field of an object; null where there is none, or no object.
const Json& field(const Json& object, std::string_view name);
std::string string_field(const Json& object, std::string_view name);
bool bool_field(const Json& object, std::string_view name, bool otherwise);
// A whole number, or nothing.
std::optional<int64_t> int_field(const Json& object, std::string_view name);

}  // namespace kcast::rpc
