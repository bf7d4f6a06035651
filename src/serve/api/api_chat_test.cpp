#include "serve/api/chat.h"

#include <gtest/gtest.h>

#include <atomic>

#include "predict/gpus.h"
#include "schema/gpu/gpu_json.h"
#include "serve/api/service.h"

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
  EXPECT_EQ(code_of("__global__ void f() {}").text, "__global__ void f() {}\n");
}

TEST(ApiChat, leaves_out_sentences_around_code_without_fences) {
  const MessageCode asked = code_of(
      "Classify the kernel f as compute- or bandwidth-bound; it has these peaks:\n- 66908 "
      "GFLOP/s\n\n"
      "#define N 4\n__global__ void f(float* x) {\n  x[N] = 1;\n}\n\nGiven input:\n"
      "Argument at position 0 is x\n");
  EXPECT_EQ(asked.text, "#define N 4\n__global__ void f(float* x) {\n  x[N] = 1;\n}\n");
  EXPECT_EQ(code_of("How fast is it?").text, "How fast is it?");
}

// With a language model loaded, it answers chats unless the analysis is named.
TEST(ApiChat, asks_the_model_that_is_loaded) {
  const auto answer = [](const char* who) {
    return [who](const predict::PredictRequest& request,
                 const std::atomic<bool>*) -> Result<predict::PredictReport> {
      if (request.source.files[0].text.find("wrong") != std::string::npos) {
        return Error{ErrorCode::InvalidInput, "give the sizes with --arg n=1"};
      }
      predict::PredictReport report;
      report.predictions.resize(1);
      report.predictions[0].name = who;
      report.predictions[0].prediction.gpu = request.gpus[0].id;
      report.predictions[0].model.emplace();
      report.predictions[0].model->prompt_tokens = 17;
      return report;
    };
  };
  const auto nothing = [](const frontend::InspectRequest&, const std::atomic<bool>*) {
    return Result<Inspection>(Inspection{});
  };
  Service service({answer("analysis"), nothing, answer("model")},
                  *load_gpus(predict::embedded_gpus()), {.model = "tiny.gguf"});
  const std::atomic<bool> cancelled = false;
  const auto ask = [&](const Json& model, const char* text = "__global__ void f() {}") {
    Json body = {{"messages", Json::array({{{"role", "user"}, {"content", text}}})}};
    if (!model.is_null()) body["model"] = model;
    return service.chat(body.dump(), cancelled);
  };
  const auto who = [&](const Json& model) {
    const Json said = Json::parse(*ask(model).body);
    const std::string content = said.at("choices").at(0).at("message").at("content");
    return Json::parse(content).at("predictions").at(0).at("kernel").get<std::string>();
  };
  EXPECT_EQ(who(nullptr), "model");
  EXPECT_EQ(who("tiny.gguf"), "model");
  EXPECT_EQ(who("kcast"), "analysis");
  EXPECT_EQ(who("kcast-h200"), "analysis");
  EXPECT_EQ(Json::parse(*ask(nullptr).body).at("usage").at("prompt_tokens"), 17);
  EXPECT_EQ(ask("other").status, 404);
  const Reply wrong = ask(nullptr, "__global__ void wrong() {}");
  EXPECT_EQ(wrong.status, 422);
  EXPECT_NE(wrong.body->find("\\\"arguments\\\": {\\\"n\\\": 1}"), std::string::npos)
      << *wrong.body;
  EXPECT_EQ(Json::parse(*service.models().body).at("data").at(0).at("id"), "tiny.gguf");
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
