// A Result as bytes between processes (wire.h).
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "base/wire.h"

namespace kcast {

KCAST_WIRE_ENUM(ErrorCode, Internal)
KCAST_WIRE(Error, code, message)

template <typename T>
std::string result_to_wire(const Result<T>& result) {
  WireWriter writer;
  writer(result.has_value());
  if (result) {
    writer(*result);
  } else {
    writer(result.error());
  }
  return std::move(writer.bytes);
}

template <typename T>
Result<T> result_from_wire(std::string_view bytes) {
  WireReader reader(bytes);
  bool has_value = false;
  reader(has_value);
  if (has_value) {
    T value;
    reader(value);
    if (reader.complete()) return value;
  } else {
    Error error{ErrorCode::Internal, ""};
    reader(error);
    if (reader.complete()) return error;
  }
  return Error{ErrorCode::Internal, "a malformed answer came from a worker"};
}

}  // namespace kcast
