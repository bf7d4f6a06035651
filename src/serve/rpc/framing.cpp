#include "serve/rpc/framing.h"

#include <algorithm>

#include "base/text.h"

namespace kcast::rpc {

namespace {

constexpr std::string_view kLengthName = "Content-Length:";
constexpr std::string_view kEndOfHeaders = "\r\n\r\n";
constexpr size_t kMaxHeaderBytes = 4096;

// The length that headers state; nothing where they state none.
std::optional<int64_t> stated_length(std::string_view headers) {
  for (const std::string& line : split(headers, '\n')) {
    const std::string name = to_lower(kLengthName);
    if (!to_lower(line).starts_with(name)) continue;
    const std::string value(trim(std::string_view(line).substr(name.size())));
    const bool digits =
        !value.empty() && value.find_first_not_of("0123456789") == std::string::npos;
    return digits ? parse_int(value) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::string framed(std::string_view message, Framing framing) {
  if (framing == Framing::Lines) return std::string(message) + "\n";
  return std::string(kLengthName) + " " + std::to_string(message.size()) + "\r\n\r\n" +
         std::string(message);
}

Result<std::optional<std::string>> FrameReader::next() {
  const size_t skipped = std::min(to_skip_, bytes_.size());
  bytes_.erase(0, skipped);
  to_skip_ -= skipped;
  if (to_skip_ > 0) return std::optional<std::string>();
  return framing_ == Framing::Lines ? next_line() : next_with_headers();
}

Result<std::optional<std::string>> FrameReader::next_line() {
  for (;;) {
    const size_t end = bytes_.find('\n', scanned_);
    if (end == std::string::npos) {
      scanned_ = bytes_.size();
      if (bytes_.size() <= max_bytes_) return std::optional<std::string>();
      bytes_.clear();
      scanned_ = 0;
      if (in_long_) return std::optional<std::string>();
      in_long_ = true;
      return Error{ErrorCode::InvalidInput,
                   "a message is longer than " + std::to_string(max_bytes_) + " bytes"};
    }
    std::string line = bytes_.substr(0, end);
    bytes_.erase(0, end + 1);
    scanned_ = 0;
    if (in_long_) {
      in_long_ = false;
      continue;
    }
    if (!trim(line).empty()) return std::optional<std::string>(std::move(line));
  }
}

void FrameReader::drop_to_next_header() {
  scanned_ = 0;
  const size_t next = bytes_.find(kLengthName, 1);
  if (next != std::string::npos) {
    bytes_.erase(0, next);
    return;
  }
  // Its beginning may have come already.
  const size_t keep = std::min(bytes_.size(), kLengthName.size() - 1);
  bytes_.erase(0, bytes_.size() - keep);
}

Result<std::optional<std::string>> FrameReader::next_with_headers() {
  const size_t end = bytes_.find(kEndOfHeaders, scanned_);
  if (end == std::string::npos) {
    if (bytes_.size() > kMaxHeaderBytes) {
      drop_to_next_header();
      return Error{ErrorCode::InvalidInput, "headers without an end"};
    }
    scanned_ = bytes_.size() < kEndOfHeaders.size() ? 0 : bytes_.size() - kEndOfHeaders.size();
    return std::optional<std::string>();
  }
  const auto length = stated_length(std::string_view(bytes_).substr(0, end));
  const size_t begin = end + kEndOfHeaders.size();
  if (!length) {
    scanned_ = 0;
    // What is left of a broken message may stand on the line on which the next one begins.
    const size_t last = bytes_.rfind(kLengthName, end);
    if (last != std::string::npos && last > 0) {
      bytes_.erase(0, last);
    } else {
      bytes_.erase(0, begin);
      if (!bytes_.starts_with(kLengthName)) drop_to_next_header();
    }
    return Error{ErrorCode::InvalidInput, "headers without a Content-Length"};
  }
  const auto size = static_cast<size_t>(*length);
  if (size > max_bytes_) {
    bytes_.erase(0, begin);
    scanned_ = 0;
    to_skip_ = size;
    return Error{ErrorCode::InvalidInput, "a message of " + std::to_string(size) +
                                              " bytes is longer than " +
                                              std::to_string(max_bytes_)};
  }
  if (bytes_.size() - begin < size) {
    scanned_ = end;
    return std::optional<std::string>();
  }
  std::string message = bytes_.substr(begin, size);
  bytes_.erase(0, begin + size);
  scanned_ = 0;
  return std::optional<std::string>(std::move(message));
}

}  // namespace kcast::rpc
