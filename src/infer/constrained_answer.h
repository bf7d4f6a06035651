// An answer of a given form from a language model.
//
// Forced text is never sampled: its tokens go to the model in one batch with what the last decision
// chose, and only the place where the model has a choice is looked at. There, the tokens that keep
// the value on its way (fit_slot of encode/answers.h) compete, and one more candidate: that the
// value ends here. So the answer has its form whatever the sampling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "encode/answers.h"
#include "infer/language_model.h"

namespace kcast::infer {

struct Sampling {
  double temperature = 0;  // 0: the most likely token
  uint64_t seed = 1;
};

struct ConstrainedAnswer {
  std::string text;
  std::vector<std::string> values;  // of each slot
  std::vector<int32_t> tokens;      // as they went to the model; the forced end is not evaluated
  size_t decisions = 0;             // how often the model was asked
  double log_probability = 0;       // of its decisions, among what was allowed
};

// Continues the text that `model` has evaluated.
Result<ConstrainedAnswer> constrained_answer(LanguageModel& model,
                                             std::span<const encode::AnswerStep> steps,
                                             const Sampling& sampling);

}  // namespace kcast::infer
