// RQ1 of "Can Large Language Models Predict Parallel Code Performance?": whether a model knows the
// roofline model at all, asked with random rooflines and programs. The question is the paper's; of
// the examples before it, with and without a chain of thought, the paper shows no text: they are
// ours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "encode/prompts.h"
#include "schema/bound.h"

namespace kcast::workflow {

// All numbers are as the question writes them, with two decimals.
struct QuizQuestion {
  double bandwidth_gbs = 0;
  double peak_gflops = 0;
  double intensity = 0;  // FLOP/byte
  double gflops = 0;

  bool operator==(const QuizQuestion&) const = default;
};

Bound right_answer(const QuizQuestion& question);

// The same for a seed on every machine; compute- and bandwidth-bound ones take turns. None is
// nearer to its ridge than 10 %.
std::vector<QuizQuestion> roofline_quiz(size_t count, uint64_t seed);

// `examples` are solved before the question is asked.
std::vector<encode::Turn> quiz_prompt(const QuizQuestion& question,
                                      const std::vector<QuizQuestion>& examples, bool thoughts);

// One word; behind a chain of thought, the last line that begins with "Answer:".
Result<Bound> parse_quiz_answer(std::string_view text, bool thoughts);

}  // namespace kcast::workflow
