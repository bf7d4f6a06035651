#include "workflow/chat/flop_questions.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kcast::workflow {
namespace {

ChatQuestion listing() {
  ChatQuestion out;
  out.id = "recipe\tcuda\tn=8\th200";
  out.prompt = {{"", "Predict time for the following CUDA kernel:\n", "__global__ void k() {}",
                 "\nGiven input:\nArgument at position 0 is n"}};
  out.number = 800;
  return out;
}

// 10 threads, each 4 rounds of 15 operations, and 20 others: 800.
CountedLoop counted() {
  CountedLoop out;
  out.steps.threads = 10;
  out.steps.rounds = 4;
  out.steps.round_flops = 15;
  out.steps.other_flops = 20;
  out.text = "for (int k = 0; k < 4; ++k)";
  return out;
}

TEST(FlopQuestions, are_asked_in_these_words) {
  const auto questions = step_questions(listing(), counted());
  ASSERT_TRUE(questions) << questions.error().message;
  ASSERT_EQ(questions->size(), 5U);
  const std::string head =
      "Answer a question about the following CUDA kernel:\n"
      "__global__ void k() {}\nGiven input:\nArgument at position 0 is n\n";
  const std::string tail = " Provide only the number as your response, as one number.";
  const std::vector<std::string> texts = {
      "Count the floating-point operations for the following CUDA kernel:\n"
      "__global__ void k() {}\nGiven input:\nArgument at position 0 is n\n"
      "Provide only the number of floating-point operations that all threads execute together as "
      "your response, as one number. A fused multiply-add counts as two.",
      head +
          "How many threads of this launch execute at least one floating-point operation? "
          "Threads that leave at a bounds check before do not." +
          tail,
      head +
          "How many rounds of the loop `for (int k = 0; k < 4; ++k)` does a thread execute, on "
          "average over the threads that execute floating-point operations? Where the loop is "
          "entered several times, count the rounds of all of them." +
          tail,
      head +
          "How many floating-point operations does a thread execute in one round of the loop "
          "`for (int k = 0; k < 4; ++k)`, on average, without those of loops inside it? A fused "
          "multiply-add counts as two." +
          tail,
      head +
          "How many floating-point operations does a thread execute outside of the loop `for "
          "(int k = 0; k < 4; ++k)`, on average over the threads that execute floating-point "
          "operations? A fused multiply-add counts as two." +
          tail};
  const std::vector<double> right = {800, 10, 4, 15, 20};
  for (size_t i = 0; i < texts.size(); ++i) {
    const ChatQuestion& question = questions->at(i);
    EXPECT_EQ(question.prompt.front().text(), texts[i]);
    EXPECT_EQ(question.prompt.front().role, "user");
    EXPECT_EQ(question.number, right[i]);
    EXPECT_EQ(question.step, kFlopSteps[i]);
    EXPECT_EQ(question.id, listing().id + "\t" + std::string(kFlopSteps[i]));
  }
}

TEST(FlopQuestions, kernels_without_a_loop_have_no_rounds) {
  CountedLoop straight;
  straight.steps.threads = 100;
  straight.steps.other_flops = 8;
  const auto questions = step_questions(listing(), straight);
  ASSERT_TRUE(questions) << questions.error().message;
  ASSERT_EQ(questions->size(), 3U);
  EXPECT_NE(questions->back().prompt.front().text().find(
                "\nHow many floating-point operations does a thread execute, on average over the "
                "threads that execute floating-point operations? A fused"),
            std::string::npos);
}

TEST(FlopQuestions, steps_that_miss_the_measured_operations_are_not_asked) {
  CountedLoop wrong = counted();
  wrong.steps.threads = 12;
  EXPECT_FALSE(step_questions(listing(), wrong));
}

TEST(FlopQuestions, a_product_needs_every_step) {
  EXPECT_EQ(product_of_steps({{"threads", 10},
                              {"rounds", 4},
                              {"operations of a round", 15},
                              {"other operations", 20}}),
            800);
  EXPECT_EQ(product_of_steps({{"threads", 10}, {"other operations", 8}}), 80);
  EXPECT_TRUE(
      std::isnan(product_of_steps({{"threads", 10}, {"rounds", 4}, {"other operations", 1}})));
}

TEST(FlopQuestions, loops_are_compiled_as_they_are_written) {
  const std::string mark = "_Pragma(\"clang loop unroll(disable)\") ";
  EXPECT_EQ(plain_loops("for (;;) f();"), mark + "for (;;) f();");
  EXPECT_EQ(plain_loops("#pragma unroll 4\nfor(int i = 0;;) x;"),
            "\n" + mark + "for(int i = 0;;) x;");
  for (const char* same :
       {"before(1); forward(2);", "// for (;;)\nint x;", "/* for */ int y;",
        "printf(\"for (%d)\", 1'000);", "char c = '\"';", "// for", "\"\\\" for"})
    EXPECT_EQ(plain_loops(same), same);
}

}  // namespace
}  // namespace kcast::workflow
