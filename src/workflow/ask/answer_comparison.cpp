#include "workflow/ask/answer_comparison.h"

#include <algorithm>
#include <cmath>

#include "encode/answers.h"
#include "workflow/ask/eval_answers.h"

namespace kcast::workflow {
namespace {

// Numbers that both say, and whether they agree.
void compare_values(const encode::AnswerValues& first, const encode::AnswerValues& second,
                    AnswerComparison& out) {
  ++out.readable;
  for (const auto& [metric, value] : first.metrics) {
    const auto other = second.metrics.find(metric);
    if (other == second.metrics.end()) continue;
    const double distance = std::abs(value - other->second);
    const double larger = std::max(value, other->second);
    ++out.values;
    out.same_value += distance == 0 ? 1 : 0;
    out.within_2 += distance <= 0.02 * larger ? 1 : 0;
    out.within_10 += distance <= 0.1 * larger ? 1 : 0;
  }
  if (first.bound == Bound::None) return;
  const bool same = first.bound == second.bound;
  ++out.values;
  for (size_t* count : {&out.same_value, &out.within_2, &out.within_10})
    *count += same ? 1 : 0;
}

}  // namespace

Result<AnswerComparison> compare_answers(std::string_view first, std::string_view second,
                                         const std::string& form) {
  KCAST_TRY(const ModelAnswers left, parse_answers(first, "the first file", form));
  KCAST_TRY(const ModelAnswers right, parse_answers(second, "the second file", form));
  if (left.which != right.which) {
    return Error{ErrorCode::InvalidInput, "the two files answer different templates"};
  }
  AnswerComparison out;
  for (const auto& [key, text] : left.texts) {
    const auto other = right.texts.find(key);
    if (other == right.texts.end()) continue;
    ++out.samples;
    out.same_text += text == other->second ? 1 : 0;
    const auto said = encode::parse_answer(left.which, text);
    const auto said_too = encode::parse_answer(left.which, other->second);
    if (said && said_too) compare_values(*said, *said_too, out);
  }
  if (out.samples == 0) {
    return Error{ErrorCode::InvalidInput, "the two files have no sample in common"};
  }
  return out;
}

std::string comparison_text(const AnswerComparison& comparison) {
  const auto of = [](size_t part, size_t all) {
    return std::to_string(part) + " of " + std::to_string(all);
  };
  return of(comparison.same_text, comparison.samples) + " answers are the same text\n" +
         of(comparison.readable, comparison.samples) + " can be read in both files\n" +
         of(comparison.same_value, comparison.values) + " values of those are the same, " +
         std::to_string(comparison.within_2) + " within 2 %, " +
         std::to_string(comparison.within_10) + " within 10 %\n";
}

}  // namespace kcast::workflow
