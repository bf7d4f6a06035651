// A question to a language model about a kernel, and its answer in the project's units.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "encode/answers.h"
#include "encode/prompts.h"
#include "infer/answer_head.h"
#include "infer/constrained_answer.h"
#include "infer/language_model.h"

namespace kcast {

struct AskedAnswer {
  std::string text;  // as the model said it; empty where a head answered
  encode::AnswerValues values;
  size_t prompt_tokens = 0;
  bool cut = false;  // the prompt did not fit, so that some of the kernel's text is missing
  double prompt_seconds = 0;
  double answer_seconds = 0;
};

// The answer in JSON or one word, of the template's form whatever the sampling.
Result<AskedAnswer> ask(LanguageModel& model, encode::Template which,
                        const encode::PromptInput& input, const Sampling& sampling);

// The answer of a head over the prompt's hidden state. A head that wants features is Unsupported:
// they come from the analysis, which is kcast's.
Result<AskedAnswer> ask_head(LanguageModel& model, const AnswerHead& head, encode::Template which,
                             const encode::PromptInput& input);

}  // namespace kcast
