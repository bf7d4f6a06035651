#include "serve/api/chat.h"

#include <gtest/gtest.h>

namespace kcast::api {
namespace {

ChatBody read(const Json& json, std::optional<Problem>& problem) {
  return read_chat_body(json, problem);
}

TEST(ApiChat, takes_the_last_message_of_the_user) {
  std::optional<Problem> problem;
  const ChatBody body = read(Json::parse(R"({"model": "m", "stream": true, "temperature": 1,
    "messages": [{"role": "user", "content": "old"}, {"role": "assistant", "content": "x"},
      {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image_url"},
                                   {"type": "text", "text": "b"}]},
      {"role": "assistant", "content": null}]})"),
                             problem);
  ASSERT_FALSE(problem) << problem->field << ": " << problem->message;
  EXPECT_EQ(body.text, "a\nb\n");
  EXPECT_TRUE(body.stream);
}

TEST(ApiChat, names_what_is_missing) {
  const auto field = [](const char* text) {
    std::optional<Problem> problem;
    read(Json::parse(text), problem);
    return problem ? problem->field : "-";
  };
  EXPECT_EQ(field("{}"), "messages");
  EXPECT_EQ(field(R"({"messages": [{"role": "system", "content": "x"}]})"), "messages");
  EXPECT_EQ(field(R"({"messages": [{"role": "user"}]})"), "messages[0].content");
  EXPECT_EQ(field(R"({"messages": [{"role": "user", "content": " "}]})"), "messages[0].content");
  EXPECT_EQ(field(R"({"messages": [{"content": "x"}]})"), "messages[0].role");
  EXPECT_EQ(field(R"({"n": 2, "messages": [{"role": "user", "content": "x"}]})"), "n");
}

TEST(ApiChat, finds_code_between_fences_and_its_language) {
  const MessageCode cuda = code_of("How fast is\n```cpp\n__global__ void f() {}\n```\nand then?");
  EXPECT_EQ(cuda.text, "__global__ void f() {}\n");
  EXPECT_EQ(cuda.language, "cuda");
  EXPECT_EQ(code_of("```opencl\nx\n```").language, "opencl");
  EXPECT_EQ(code_of("__kernel void f(__global int* x) {}").language, "opencl");
  EXPECT_EQ(code_of("#include <hip/hip_runtime.h>\n__global__ void f() {}").language, "hip");
  EXPECT_EQ(code_of("__global__ void f() {}").text, "__global__ void f() {}");
}

TEST(ApiChat, streams_the_same_content_in_pieces) {
  ChatAnswer answer{.id = "1", .model = "kcast", .created = 5};
  for (int i = 0; i < 3000; ++i)
    answer.content += "\xc3\xa4";  // two bytes each: a piece may not end inside
  const std::string events = completion_events(answer, true);
  std::string joined;
  bool usage = false;
  size_t start = 0;
  while (events.compare(start, 6, "data: ") == 0) {
    const size_t end = events.find("\n\n", start);
    const std::string data = events.substr(start + 6, end - start - 6);
    start = end + 2;
    if (data == "[DONE]") break;
    const Json json = Json::parse(data);
    usage |= json.contains("usage");
    for (const Json& choice : json.at("choices"))
      joined += choice.at("delta").value("content", "");
  }
  EXPECT_EQ(start, events.size()) << "[DONE] is the end";
  EXPECT_EQ(joined, answer.content);
  EXPECT_TRUE(usage);
  const Json whole = Json::parse(completion_body(answer));
  EXPECT_EQ(whole.at("choices").at(0).at("message").at("content"), answer.content);
}

}  // namespace
}  // namespace kcast::api
