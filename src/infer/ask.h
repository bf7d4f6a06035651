// A question to a language model, and its answer: a text of the form that was asked for, or the
// outputs of a head.
#pragma once

#include "base/result.h"
#include "encode/model_pipe.h"
#include "infer/answer_head.h"
#include "infer/constrained_answer.h"
#include "infer/language_model.h"

namespace kcast::infer {

// With a head, its outputs over the prompt's hidden state; without, the answer in the steps' form,
// whatever the sampling. A prompt that does not fit loses the middle of its kernel's text.
Result<encode::ModelAnswer> answer_question(LanguageModel& model, const AnswerHead* head,
                                            const encode::ModelQuestion& question,
                                            const Sampling& sampling);

}  // namespace kcast::infer
