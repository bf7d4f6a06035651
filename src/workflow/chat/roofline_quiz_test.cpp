#include "workflow/chat/roofline_quiz.h"

#include <gtest/gtest.h>

namespace kcast::workflow {
namespace {

// The numbers of the paper's own example: 73.45 / 99.9 = 0.735 FLOP/Byte.
constexpr QuizQuestion kPaper{99.9, 73.45, 1.55, 32.8};

TEST(RooflineQuiz, asks_in_the_words_of_the_paper) {
  const auto turns = quiz_prompt(kPaper, {}, false);
  ASSERT_EQ(turns.size(), 1U);
  EXPECT_EQ(turns[0].text(),
            "Provide only one word as your response, chosen from the set: ['Compute', "
            "'Bandwidth'].\n\n"
            "Question: Given a GPU having a global memory with a max bandwidth of 99.9 GB/s and a "
            "peak performance of 73.45 GFLOP/s, if a program executed with an Arithmetic Intensity "
            "of 1.55 FLOP/Byte and a performance of 32.8 GFLOP/s, does the roofline model consider "
            "the program as compute-bound or bandwidth-bound?\nAnswer:");
}

TEST(RooflineQuiz, knows_what_is_right) {
  EXPECT_EQ(right_answer(kPaper), Bound::Compute);
  EXPECT_EQ(right_answer({99.9, 73.45, 0.7, 32.8}), Bound::Bandwidth);
}

TEST(RooflineQuiz, a_thought_has_the_arithmetic) {
  const std::string text = quiz_prompt(kPaper, {{100, 50, 0.25, 20}}, true)[0].text();
  EXPECT_NE(text.find("Thought: The roofs meet at 50 / 100 = 0.5 FLOP/Byte. The program's "
                      "Arithmetic Intensity of 0.25 FLOP/Byte is below it, so the program is "
                      "bandwidth-bound.\nAnswer: Bandwidth\n\nQuestion: Given"),
            std::string::npos)
      << text;
  EXPECT_TRUE(text.ends_with("\nThought:"));
}

TEST(RooflineQuiz, questions_are_balanced_clear_and_the_same_for_a_seed) {
  const auto quiz = roofline_quiz(200, 7);
  ASSERT_EQ(quiz.size(), 200U);
  size_t compute = 0;
  for (const QuizQuestion& one : quiz) {
    const double distance = one.intensity / (one.peak_gflops / one.bandwidth_gbs);
    EXPECT_TRUE(distance >= 1.1 || distance <= 1 / 1.1) << distance;
    EXPECT_LE(one.gflops, one.peak_gflops);
    EXPECT_LE(one.gflops, one.intensity * one.bandwidth_gbs + 0.01);
    compute += right_answer(one) == Bound::Compute ? 1 : 0;
  }
  EXPECT_EQ(compute, 100U);
  EXPECT_EQ(quiz, roofline_quiz(200, 7));
  EXPECT_NE(quiz, roofline_quiz(200, 8));
}

TEST(RooflineQuiz, reads_words_and_what_stands_behind_a_thought) {
  EXPECT_EQ(*parse_quiz_answer(" Compute", false), Bound::Compute);
  EXPECT_EQ(*parse_quiz_answer("Answer: bandwidth-bound", false), Bound::Bandwidth);
  EXPECT_FALSE(parse_quiz_answer("It depends. Compute", false));
  EXPECT_EQ(*parse_quiz_answer("The ridge is 2. Answer: no\nAnswer: Compute\n", true),
            Bound::Compute);
  EXPECT_FALSE(parse_quiz_answer("so it is Compute", true));
}

}  // namespace
}  // namespace kcast::workflow
