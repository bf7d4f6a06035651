#include "workflow/ask/answer_comparison.h"

#include <gtest/gtest.h>

namespace kcast::workflow {
namespace {

std::string line_of(const std::string& recipe, const std::string& answer) {
  return "{\"id\": \"" + recipe + R"(\tcuda\tx\th200", "template": "compact", "answer": ")" +
         answer + "\"}\n";
}

// Twelve values, of which one differs between answers.
std::string answer_of(const std::string& time) {
  std::string out = R"({\"l1_hit_rate_pct\":50.0,\"l2_hit_rate_pct\":20.0)";
  for (const char* key : {"flops_fp16", "flops_fp32", "flops_fp64", "flops_tensor", "int_ops",
                          "l1_bytes", "l2_bytes", "hbm_read_bytes", "hbm_write_bytes"})
    out += std::string(R"(,\")") + key + R"(\":0)";
  return out + R"(,\"time_us\":)" + time + "}";
}

TEST(CompareAnswers, counts_what_is_the_same) {
  // Times of b differ by 1 %, of c by 5 %; d cannot be read; e and f are in one file each.
  const std::string first = line_of("a", answer_of("10")) + line_of("b", answer_of("100")) +
                            line_of("c", answer_of("100")) + line_of("d", "nonsense") +
                            line_of("e", answer_of("1"));
  const std::string second = line_of("d", "nonsense") + line_of("c", answer_of("95")) +
                             line_of("b", answer_of("99")) + line_of("a", answer_of("10")) +
                             line_of("f", answer_of("1"));
  const auto same = compare_answers(first, second, "");
  ASSERT_TRUE(same) << same.error().message;
  EXPECT_EQ(*same, (AnswerComparison{.samples = 4,
                                     .same_text = 2,
                                     .readable = 3,
                                     .values = 36,
                                     .same_value = 34,
                                     .within_2 = 35,
                                     .within_10 = 36}));
  EXPECT_EQ(comparison_text(*same),
            "2 of 4 answers are the same text\n3 of 4 can be read in both files\n"
            "34 of 36 values of those are the same, 35 within 2 %, 36 within 10 %\n");
}

TEST(CompareAnswers, needs_something_in_common) {
  const auto none = compare_answers(line_of("a", "{}"), line_of("b", "{}"), "");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "the two files have no sample in common");
}

}  // namespace
}  // namespace kcast::workflow
