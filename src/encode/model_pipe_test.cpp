#include "encode/model_pipe.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmath>
#include <thread>

namespace kcast::encode {
namespace {

// Serves on a thread, as kcast-llm does in a process.
struct Served {
  Status status = Unit{};
  int ours = -1;
  std::thread thread;

  Served(const ModelHello& hello, const AnswerFunction& answer) {
    int ends[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    ours = ends[0];
    thread = std::thread([this, hello, answer, theirs = ends[1]] {
      status = serve_model(hello, answer, theirs, theirs);
      ::close(theirs);
    });
  }
  ~Served() { thread.join(); }
};

ModelHello hybrid_hello() {
  return {"tiny.gguf", HeadInfo{"hybrid", {"time_us"}, {"a.b", "c"}, {0.05F, 0.5F, 0.95F}}};
}

TEST(ModelPipe, carries_every_byte_and_number) {
  ModelQuestion sent;
  sent.prompt = {{"system", "before\n", "", ""}, {"user", "", "", "after"}};
  sent.prompt[1].code = std::string("code \xff\x00 \xc3(", 9);  // no UTF-8, and a zero
  sent.steps = {{"{\"a\":", AnswerSlot{SlotKind::Scientific, 2, {}}},
                {",", AnswerSlot{SlotKind::Choice, 0, {"Compute", "Bandwidth"}}},
                {"}", std::nullopt}};
  sent.features = {1.5F, -0.1F};
  sent.origin = {NAN, 3e38F};
  ModelQuestion received;
  const ModelAnswer answer{"\x80 text", {0.1F, NAN}, 77, 5, true, -1.25, 0.5, 0.25};
  Served served(hybrid_hello(), [&](const ModelQuestion& question) -> Result<ModelAnswer> {
    received = question;
    return answer;
  });
  {
    const auto pipe = PipeModel::over(served.ours);
    EXPECT_EQ(*pipe->hello(), hybrid_hello());
    const auto got = pipe->ask(sent);
    ASSERT_TRUE(got) << got.error().message;
    EXPECT_EQ(got->text, answer.text);
    EXPECT_EQ(got->outputs[0], 0.1F);
    EXPECT_TRUE(std::isnan(got->outputs[1]));
    EXPECT_EQ(got->prompt_tokens, 77);
    EXPECT_TRUE(got->cut);
    EXPECT_EQ(got->log_probability, -1.25);
  }
  EXPECT_EQ(received.prompt, sent.prompt);
  ASSERT_EQ(received.steps.size(), 3U);
  EXPECT_EQ(received.steps[0].slot, sent.steps[0].slot);
  EXPECT_EQ(received.steps[1].slot, sent.steps[1].slot);
  EXPECT_EQ(received.steps[2].forced, "}");
  EXPECT_FALSE(received.steps[2].slot);
  EXPECT_EQ(received.features, sent.features);
  EXPECT_TRUE(std::isnan(received.origin[0]));
  EXPECT_EQ(received.origin[1], 3e38F);
}

TEST(ModelPipe, an_error_is_the_answer_to_one_question) {
  Served served({"tiny.gguf", std::nullopt},
                [](const ModelQuestion& question) -> Result<ModelAnswer> {
                  if (question.prompt.empty()) return Error{ErrorCode::InvalidInput, "no prompt"};
                  return ModelAnswer{.text = "fine"};
                });
  const auto pipe = PipeModel::over(served.ours);
  const auto refused = pipe->ask({});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::InvalidInput);
  EXPECT_EQ(refused.error().message, "no prompt");
  ModelQuestion question;
  question.prompt = {{"user", "x", "", ""}};
  EXPECT_EQ(pipe->ask(question)->text, "fine");
  EXPECT_FALSE(pipe->hello()->head);
}

TEST(ModelPipe, says_what_is_wrong_with_the_other_end) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  refuse_model({ErrorCode::NotFound, "no model 'x'"}, ends[1]);
  ::close(ends[1]);
  const auto refused = PipeModel::over(ends[0])->hello();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::NotFound);
  EXPECT_EQ(refused.error().message, "no model 'x'");

  const auto dead = PipeModel::start({"/bin/sh", "-c", "exit 7"});
  ASSERT_TRUE(dead);
  EXPECT_EQ((*dead)->hello().error().message, "/bin/sh ended before it said hello: exit status 7");
  const auto other = PipeModel::start({"/bin/sh", "-c", "echo something else"});
  EXPECT_EQ((*other)->hello().error().message, "/bin/sh is not of this version of kcast");
}

}  // namespace
}  // namespace kcast::encode
