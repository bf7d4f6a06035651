#include "serve/http/request_parser.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.h"

namespace kcast::http {

namespace {

constexpr size_t kMaxTarget = 4096;
constexpr size_t kMaxChunkLine = 64;  // extensions of chunks are not read by anyone

// The characters of a token (RFC 9110, 5.6.2).
bool is_token(std::string_view text) {
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kOthers.find(c) != std::string_view::npos;
  });
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

std::optional<size_t> parse_size(std::string_view text, int base) {
  size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  // from_chars takes "+" in no base, but "-0" would be read as zero by others.
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> decode_path(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out.push_back(text[i]);
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = hex_digit(text[i + 1]);
    const int low = hex_digit(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    const char c = static_cast<char>(high * 16 + low);
    if (is_control(c)) return std::nullopt;
    out.push_back(c);
    i += 2;
  }
  return out;
}

// Whether a list like "keep-alive, Upgrade" has the word.
bool lists(std::string_view value, std::string_view word) {
  for (const std::string& part : split(value, ',')) {
    if (to_lower(trim(part)) == word) return true;
  }
  return false;
}

}  // namespace

RequestParser::State RequestParser::fail(int status, std::string message) {
  failure_ = {status, std::move(message)};
  buffer_.clear();
  return state_ = State::Failed;
}

RequestParser::State RequestParser::feed(std::string_view bytes) {
  if (state_ == State::Failed) return state_;
  buffer_ += bytes;
  if (state_ == State::Head) return read_head();
  return state_;
}

RequestParser::State RequestParser::resume() {
  if (state_ == State::Head) return read_head();
  if (state_ == State::Body) return read_body();
  return state_;
}

Request RequestParser::take() {
  Request out = std::move(request_);
  RequestParser next(limits_);
  next.buffer_ = std::move(buffer_);
  *this = std::move(next);
  return out;
}

RequestParser::State RequestParser::read_head() {
  // Empty lines before a request are allowed, in small numbers.
  if (searched_ == 0) {
    while (buffer_.starts_with("\r\n"))
      buffer_.erase(0, 2);
  }
  const size_t end = buffer_.find("\r\n\r\n", searched_ < 3 ? 0 : searched_ - 3);
  searched_ = buffer_.size();
  if (end == std::string::npos) {
    if (buffer_.size() > limits_.head_bytes)
      return fail(431, "the head of the request is too large");
    return state_;
  }
  if (end > limits_.head_bytes) return fail(431, "the head of the request is too large");
  const std::string head = buffer_.substr(0, end);
  buffer_.erase(0, end + 4);
  size_t start = 0;
  for (size_t number = 0; start <= head.size(); ++number) {
    const size_t stop = std::min(head.find("\r\n", start), head.size());
    const std::string_view line = std::string_view(head).substr(start, stop - start);
    if (number > limits_.headers) return fail(431, "the request has too many headers");
    if (!(number == 0 ? parse_request_line(line) : parse_header(line))) return state_;
    start = stop + 2;
  }
  if (!settle_head()) return state_;
  return state_ = State::Body;
}

bool RequestParser::parse_request_line(std::string_view line) {
  const size_t first = line.find(' ');
  const size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) {
    fail(400, "the request line is malformed");
    return false;
  }
  const std::string_view version = line.substr(last + 1);
  request_.method = line.substr(0, first);
  request_.target = line.substr(first + 1, last - first - 1);
  if (!is_token(request_.method)) {
    fail(400, "the method is malformed");
  } else if (version != "HTTP/1.1" && version != "HTTP/1.0") {
    const bool other = version.starts_with("HTTP/") && version.size() <= 8;
    fail(other ? 505 : 400, other ? "only HTTP/1.1 is spoken here" : "the version is malformed");
  } else {
    request_.http_1_0 = version == "HTTP/1.0";
    return parse_target();
  }
  return false;
}

bool RequestParser::parse_target() {
  std::string_view target = request_.target;
  if (target.size() > kMaxTarget) {
    fail(414, "the address is too long");
    return false;
  }
  const bool printable = std::none_of(target.begin(), target.end(), [](char c) {
    return is_control(c) || c == ' ' || static_cast<unsigned char>(c) >= 0x80;
  });
  const bool star = request_.method == "OPTIONS" && target == "*";
  if (!printable || (!target.starts_with('/') && !star)) {
    fail(400, "the address is malformed");
    return false;
  }
  const size_t question = target.find('?');
  auto path = decode_path(target.substr(0, question));
  if (!path) {
    fail(400, "the address is malformed");
    return false;
  }
  request_.path = *std::move(path);
  if (question != std::string_view::npos) request_.query = target.substr(question + 1);
  return true;
}

bool RequestParser::parse_header(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) {
    fail(400, "a header is malformed");
    return false;
  }
  const std::string_view value = trim(line.substr(colon + 1));
  const bool sound =
      std::none_of(value.begin(), value.end(), [](char c) { return is_control(c) && c != '\t'; });
  if (!sound) {
    fail(400, "a header holds a control character");
    return false;
  }
  request_.headers.emplace_back(to_lower(line.substr(0, colon)), value);
  return true;
}

bool RequestParser::settle_head() {
  for (const char* name :
       {"host", "content-length", "transfer-encoding", "authorization", "origin", "content-type"}) {
    const auto same = [&](const auto& header) { return header.first == name; };
    if (std::count_if(request_.headers.begin(), request_.headers.end(), same) > 1) {
      fail(400, std::string("the header ") + name + " came twice");
      return false;
    }
  }
  if (!request_.http_1_0 && !request_.header("host")) {
    fail(400, "the header Host is missing");
    return false;
  }
  const std::string connection(request_.header("connection").value_or(""));
  request_.keep_alive =
      request_.http_1_0 ? lists(connection, "keep-alive") : !lists(connection, "close");
  if (const auto expect = request_.header("expect")) {
    expects_continue_ = to_lower(*expect) == "100-continue";
    if (!expects_continue_) {
      fail(417, "what the header Expect asks for is not known");
      return false;
    }
  }
  return settle_length();
}

bool RequestParser::settle_length() {
  const auto coding = request_.header("transfer-encoding");
  const auto length = request_.header("content-length");
  if (coding && (length || request_.http_1_0)) {
    fail(400, "a body has a length or is chunked, not both");
    return false;
  }
  if (coding) {
    chunked_ = to_lower(*coding) == "chunked";
    if (!chunked_) fail(501, "only the transfer coding chunked is known");
    return chunked_;
  }
  if (!length) return true;
  // Digits alone: some take "+5" or "5, 5".
  const bool digits =
      std::all_of(length->begin(), length->end(), [](char c) { return c >= '0' && c <= '9'; });
  const auto bytes = digits ? parse_size(*length, 10) : std::nullopt;
  if (!bytes && !(digits && length->size() > 15)) {
    fail(400, "the header Content-Length is malformed");
    return false;
  }
  if (!bytes || *bytes > limits_.body_bytes) {
    fail(413, "the body is larger than " + std::to_string(limits_.body_bytes) + " bytes");
    return false;
  }
  length_ = *bytes;
  return true;
}

RequestParser::State RequestParser::read_body() {
  if (chunked_) return read_chunks();
  const size_t wanted = length_ - request_.body.size();
  if (request_.body.empty() && wanted <= buffer_.size() && wanted > 0)
    request_.body.reserve(wanted);
  const size_t taken = std::min(wanted, buffer_.size());
  request_.body.append(buffer_, 0, taken);
  buffer_.erase(0, taken);
  if (request_.body.size() == length_) state_ = State::Done;
  return state_;
}

RequestParser::State RequestParser::read_chunks() {
  size_t used = 0;  // of the buffer
  const auto rest = [&] { return std::string_view(buffer_).substr(used); };
  while (state_ == State::Body) {
    if (chunk_ == Chunk::Data) {
      const size_t taken = std::min(length_, rest().size());
      request_.body.append(rest().substr(0, taken));
      used += taken;
      length_ -= taken;
      if (length_ > 0) break;
      chunk_ = Chunk::DataEnd;
    }
    const size_t end = rest().find("\r\n");
    if (end == std::string_view::npos) {
      if (rest().size() > kMaxChunkLine && chunk_ != Chunk::Trailer)
        return fail(400, "a chunk of the body is malformed");
      if (rest().size() > limits_.head_bytes) return fail(431, "the trailers are too large");
      break;
    }
    const std::string_view line = rest().substr(0, end);
    used += end + 2;
    if (chunk_ == Chunk::DataEnd) {
      if (!line.empty()) return fail(400, "a chunk of the body is malformed");
      chunk_ = Chunk::Size;
    } else if (chunk_ == Chunk::Size) {
      const auto size = parse_size(trim(line.substr(0, line.find(';'))), 16);
      if (!size || end > kMaxChunkLine) return fail(400, "a chunk of the body is malformed");
      if (*size > limits_.body_bytes - std::min(limits_.body_bytes, request_.body.size())) {
        return fail(413,
                    "the body is larger than " + std::to_string(limits_.body_bytes) + " bytes");
      }
      length_ = *size;
      chunk_ = length_ == 0 ? Chunk::Trailer : Chunk::Data;
    } else if (line.empty()) {
      state_ = State::Done;
    } else {
      trailer_bytes_ += line.size();
      if (trailer_bytes_ > limits_.head_bytes) return fail(431, "the trailers are too large");
    }
  }
  buffer_.erase(0, used);
  return state_;
}

}  // namespace kcast::http
