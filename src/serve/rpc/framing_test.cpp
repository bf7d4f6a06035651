#include "serve/rpc/framing.h"

#include <gtest/gtest.h>

#include "serve/rpc/message.h"

namespace kcast::rpc {
namespace {

// All that comes out: messages, and "!" for each error.
std::vector<std::string> read_all(FrameReader& reader) {
  std::vector<std::string> out;
  for (;;) {
    const auto message = reader.next();
    if (!message) {
      out.push_back("!");
    } else if (*message) {
      out.push_back(**message);
    } else {
      return out;
    }
  }
}

using Texts = std::vector<std::string>;

TEST(Framing, WholeMessagesWhateverThePieces) {
  const std::string bytes = framed("{\"a\":1}", Framing::Headers) + framed("{}", Framing::Headers);
  for (size_t piece = 1; piece <= bytes.size(); ++piece) {
    FrameReader reader(Framing::Headers);
    Texts got;
    for (size_t at = 0; at < bytes.size(); at += piece) {
      reader.append(std::string_view(bytes).substr(at, piece));
      for (std::string& text : read_all(reader))
        got.push_back(std::move(text));
    }
    EXPECT_EQ(got, (Texts{"{\"a\":1}", "{}"})) << piece;
  }
}

TEST(Framing, OtherHeadersAndCases) {
  FrameReader reader(Framing::Headers);
  reader.append(
      "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: 2\r\n\r\n{}");
  EXPECT_EQ(read_all(reader), Texts{"{}"});
}

TEST(Framing, NonsenseIsOneErrorAndReadingGoesOn) {
  FrameReader reader(Framing::Headers);
  reader.append("Content-Length: -5\r\n\r\n" + framed("{}", Framing::Headers));
  EXPECT_EQ(read_all(reader), (Texts{"!", "{}"}));
  reader.append("GET / HTTP/1.1\r\n\r\n" + framed("[]", Framing::Headers));
  EXPECT_EQ(read_all(reader), (Texts{"!", "[]"}));
}

// A client that waits for each answer sends nothing behind its message that would help to find it.
TEST(Framing, TheNextMessageIsReadThoughItComesAlone) {
  for (const char* broken : {"Content-Length: 2\r\n\r\n{} and more than that", "nothing\r\n\r\n[1]",
                             "Content-Length: x\r\n\r\n{\"id\": 1}"}) {
    FrameReader reader(Framing::Headers);
    reader.append(broken);
    read_all(reader);
    reader.append(framed("[]", Framing::Headers));
    EXPECT_EQ(read_all(reader), (Texts{"!", "[]"})) << broken;
  }
}

TEST(Framing, MessagesThatAreTooLongAreSkipped) {
  FrameReader reader(Framing::Headers, 8);
  reader.append(framed("0123456789", Framing::Headers) + framed("{}", Framing::Headers));
  EXPECT_EQ(read_all(reader), (Texts{"!", "{}"}));
  FrameReader lines(Framing::Lines, 8);
  lines.append("0123456789");
  EXPECT_EQ(read_all(lines), Texts{"!"});
  lines.append("0123456789\n{}\n");
  EXPECT_EQ(read_all(lines), Texts{"{}"});
}

TEST(Framing, LinesWithoutContentAreNone) {
  FrameReader reader(Framing::Lines);
  reader.append("\n{}\r\n \n[]");
  EXPECT_EQ(read_all(reader), Texts{"{}\r"});
  reader.append("\n");
  EXPECT_EQ(read_all(reader), Texts{"[]"});
}

TEST(Messages, KindsAndErrors) {
  Message message;
  EXPECT_FALSE(parse_message(R"({"jsonrpc":"2.0","id":1,"method":"m"})", message));
  EXPECT_TRUE(message.is_request());
  EXPECT_FALSE(parse_message(R"({"jsonrpc":"2.0","method":"m","params":[]})", message));
  EXPECT_TRUE(message.is_notification());
  EXPECT_FALSE(parse_message(R"({"jsonrpc":"2.0","id":"x","result":null})", message));
  EXPECT_TRUE(message.is_response());
  EXPECT_EQ(parse_message("{", message)->code, kParseError);
  EXPECT_EQ(parse_message("[]", message)->code, kInvalidRequest);
  EXPECT_EQ(parse_message(R"({"jsonrpc":"2.0","id":{},"method":"m"})", message)->code,
            kInvalidRequest);
  const auto wrong = parse_message(R"({"jsonrpc":"1.0","id":7,"method":"m"})", message);
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->id, 7);
  EXPECT_EQ(parse_message(R"({"jsonrpc":"2.0","id":7,"method":"m","params":3})", message)->code,
            kInvalidRequest);
}

}  // namespace
}  // namespace kcast::rpc
