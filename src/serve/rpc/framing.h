// A stream of bytes as messages: with headers, as LSP sends them, or one a line, as MCP does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace kcast::rpc {

enum class Framing : uint8_t { Headers, Lines };

// The bytes of one message.
std::string framed(std::string_view message, Framing framing);

// Takes bytes as they come and gives whole messages. What makes no sense is an error once, and
// reading goes on where the next message seems to begin.
class FrameReader {
 public:
  explicit FrameReader(Framing framing, size_t max_message_bytes = size_t{32} << 20)
      : framing_(framing), max_bytes_(max_message_bytes) {}

  void append(std::string_view bytes) { bytes_.append(bytes); }

  // The next message; empty when there is no whole one yet.
  Result<std::optional<std::string>> next();

 private:
  Result<std::optional<std::string>> next_line();
  Result<std::optional<std::string>> next_with_headers();
  void drop_to_next_header();

  Framing framing_;
  size_t max_bytes_;
  std::string bytes_;
  size_t scanned_ = 0;    // of bytes_, without an end of a line or of headers in it
  size_t to_skip_ = 0;    // of a message that is too long
  bool in_long_ = false;  // inside of a line that is too long
};

}  // namespace kcast::rpc
