#include "serve/http/request_parser.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace kcast::http {
namespace {

using State = RequestParser::State;

// All of a text, in pieces of `step` bytes.
State feed(RequestParser& parser, std::string_view text, size_t step = 1 << 20) {
  for (size_t i = 0; i < text.size(); i += step) {
    parser.feed(text.substr(i, step));
    parser.resume();
  }
  return parser.resume();
}

int status_of(std::string_view text) {
  RequestParser parser({.head_bytes = 1024, .headers = 8, .body_bytes = 64});
  return feed(parser, text) == State::Failed ? parser.failure().status : 200;
}

TEST(RequestParser, reads_a_body_with_a_length_in_pieces_of_any_size) {
  const std::string text =
      "POST /v1/predict?x=1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
      "X-Two:  a b \r\n\r\nhello";
  for (size_t step = 1; step <= text.size(); ++step) {
    RequestParser parser;
    ASSERT_EQ(feed(parser, text, step), State::Done) << step;
    const Request request = parser.take();
    EXPECT_EQ(request.method, "POST");
    EXPECT_EQ(request.path, "/v1/predict");
    EXPECT_EQ(request.query, "x=1");
    EXPECT_EQ(request.body, "hello");
    EXPECT_EQ(request.header("x-two"), "a b");
    EXPECT_TRUE(request.keep_alive);
    EXPECT_FALSE(parser.started());
  }
}

TEST(RequestParser, reads_chunks_with_extensions_and_trailers) {
  const std::string text =
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
      "4;name=value\r\nWiki\r\nA\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\nGET";
  for (size_t step = 1; step <= text.size(); ++step) {
    RequestParser parser;
    ASSERT_EQ(feed(parser, text, step), State::Done) << step;
    EXPECT_EQ(parser.take().body, "Wiki0123456789");
    EXPECT_TRUE(parser.started()) << "the next request's bytes are kept";
  }
}

TEST(RequestParser, keeps_requests_apart_that_come_together) {
  RequestParser parser;
  feed(parser, "GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\n\r\n");
  ASSERT_EQ(parser.state(), State::Done);
  EXPECT_EQ(parser.take().path, "/a");
  EXPECT_EQ(parser.resume(), State::Body);
  EXPECT_EQ(parser.resume(), State::Done);
  EXPECT_EQ(parser.take().path, "/b");
}

TEST(RequestParser, stops_between_head_and_body) {
  RequestParser parser;
  EXPECT_EQ(parser.feed("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n"
                        "Expect: 100-continue\r\n\r\nabc"),
            State::Body);
  EXPECT_TRUE(parser.expects_continue());
  EXPECT_TRUE(parser.expects_body());
  EXPECT_EQ(parser.request().body, "");
  EXPECT_EQ(parser.resume(), State::Done);
}

TEST(RequestParser, decodes_the_path_and_knows_when_a_connection_ends) {
  RequestParser parser;
  feed(parser, "GET /v1/gpus/rtx%204090 HTTP/1.0\r\n\r\n");
  EXPECT_EQ(parser.request().path, "/v1/gpus/rtx 4090");
  EXPECT_FALSE(parser.take().keep_alive);
  feed(parser, "GET / HTTP/1.1\r\nHost: h\r\nConnection: Close\r\n\r\n");
  EXPECT_FALSE(parser.take().keep_alive);
}

// Two servers that read one of these differently let a client smuggle a request.
TEST(RequestParser, refuses_what_others_may_read_differently) {
  const std::string start = "POST / HTTP/1.1\r\nHost: h\r\n";
  EXPECT_EQ(status_of(start + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
  EXPECT_EQ(status_of(start + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc"), 400);
  EXPECT_EQ(status_of(start + "Content-Length: +3\r\n\r\nabc"), 400);
  EXPECT_EQ(status_of(start + "Content-Length: 0x3\r\n\r\nabc"), 400);
  EXPECT_EQ(status_of(start + "Content-Length: 3, 3\r\n\r\nabc"), 400);
  EXPECT_EQ(status_of(start + "Content-Length: \r\n\r\n"), 400);
  EXPECT_EQ(status_of(start + "Content-Length : 3\r\n\r\nabc"), 400);
  EXPECT_EQ(status_of(start + "Transfer-Encoding: gzip, chunked\r\n\r\n"), 501);
  EXPECT_EQ(status_of(start + "X: a\r\n folded\r\n\r\n"), 400);
  EXPECT_EQ(status_of(start + "Host: other\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\nHost: h\n\n\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: h\r\nX: a\nY: b\r\n\r\n"), 400);
}

TEST(RequestParser, refuses_what_is_no_request) {
  EXPECT_EQ(status_of("\x16\x03\x01\r\n\r\n"), 400);  // TLS
  EXPECT_EQ(status_of("GET /\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\n\r\n"), 400);  // no Host
  EXPECT_EQ(status_of("GET / HTTP/2.0\r\nHost: h\r\n\r\n"), 505);
  EXPECT_EQ(status_of("GET http://h/ HTTP/1.1\r\nHost: h\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET /%zz HTTP/1.1\r\nHost: h\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET /%00 HTTP/1.1\r\nHost: h\r\n\r\n"), 400);
  EXPECT_EQ(status_of("G(T / HTTP/1.1\r\nHost: h\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: h\r\nExpect: coffee\r\n\r\n"), 417);
}

TEST(RequestParser, keeps_to_its_limits) {
  const std::string start = "POST / HTTP/1.1\r\nHost: h\r\n";
  EXPECT_EQ(status_of(start + "Content-Length: 65\r\n\r\n"), 413);
  EXPECT_EQ(status_of(start + "Content-Length: 99999999999999999999999\r\n\r\n"), 413);
  EXPECT_EQ(status_of(start + "Transfer-Encoding: chunked\r\n\r\n41\r\n"), 413);
  EXPECT_EQ(status_of(start + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n"), 413);
  EXPECT_EQ(status_of(start + "Transfer-Encoding: chunked\r\n\r\n" + std::string(100, '1')), 400);
  EXPECT_EQ(status_of(start + "X: " + std::string(2000, 'a')), 431);
  std::string many = start;
  for (int i = 0; i < 9; ++i)
    many += "X: 1\r\n";
  EXPECT_EQ(status_of(many + "\r\n"), 431);
  EXPECT_EQ(status_of("GET /" + std::string(900, 'a') + " HTTP/1.1\r\nHost: h\r\n\r\n"), 200);
}

}  // namespace
}  // namespace kcast::http
