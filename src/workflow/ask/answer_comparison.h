// Two files of answers (eval_answers.h) to the same samples, compared.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace kcast::workflow {

// The answers that two files both have.
struct AnswerComparison {
  size_t samples = 0;     // in both
  size_t same_text = 0;   // letter by letter
  size_t readable = 0;    // samples of which both answers can be read
  size_t values = 0;      // numbers in those
  size_t same_value = 0;  // to the last digit
  size_t within_2 = 0;    // by at most 2 % of the larger
  size_t within_10 = 0;

  bool operator==(const AnswerComparison&) const = default;
};
Result<AnswerComparison> compare_answers(std::string_view first, std::string_view second,
                                         const std::string& form);
std::string comparison_text(const AnswerComparison& comparison);

}  // namespace kcast::workflow
