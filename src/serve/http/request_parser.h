// HTTP/1.1 requests out of bytes that arrive in pieces. It is strict where laxity has been used
// to smuggle requests: line ends, lengths, repeated headers, characters of names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "serve/http/message.h"

namespace kcast::http {

struct ParserLimits {
  size_t head_bytes = size_t{16} << 10;
  size_t headers = 64;
  size_t body_bytes = size_t{8} << 20;
};

// Why the bytes are no request that can be served.
struct ParseFailure {
  int status = 400;  // 400, 413, 414, 431, 501 or 505
  std::string message;
};

class RequestParser {
 public:
  enum class State {
    Head,    // more bytes are needed
    Body,    // the head is there: request() has everything but the body
    Done,    // request() is whole; take() starts the next one
    Failed,  // failure() says why; nothing more is read
  };

  explicit RequestParser(const ParserLimits& limits = {}) : limits_(limits) {}

  // Bytes of the next request are kept until take(). After each state that is not Head call
  // resume() to go on: the caller may refuse a request between its head and its body.
  State feed(std::string_view bytes);
  State resume();

  State state() const { return state_; }
  const Request& request() const { return request_; }
  const ParseFailure& failure() const { return failure_; }
  // Whether a body belongs to the head that was read.
  bool expects_body() const { return chunked_ || length_ > 0; }
  bool expects_continue() const { return expects_continue_; }
  bool started() const { return state_ != State::Head || !buffer_.empty(); }
  size_t held_bytes() const { return buffer_.size() + request_.body.size(); }

  // The whole request; the parser goes on with the next one.
  Request take();

 private:
  State read_head();
  State read_body();
  State read_chunks();
  bool parse_request_line(std::string_view line);
  bool parse_header(std::string_view line);
  bool settle_head();
  bool settle_length();
  bool parse_target();
  State fail(int status, std::string message);

  ParserLimits limits_;
  State state_ = State::Head;
  std::string buffer_;
  size_t searched_ = 0;  // of the buffer, for the end of the head
  Request request_;
  ParseFailure failure_;
  bool chunked_ = false;
  bool expects_continue_ = false;
  size_t length_ = 0;  // of the body, or of what is left of a chunk
  enum class Chunk { Size, Data, DataEnd, Trailer } chunk_ = Chunk::Size;
  size_t trailer_bytes_ = 0;
};

}  // namespace kcast::http
