// The answer of a language model that nobody helps: the most likely token each time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "infer/language_model.h"

namespace kcast::infer {

// The tokens behind a prompt, up to one that ends an answer, `most_tokens` of them at most. Ctrl-C
// ends it early (base/process/interrupt.h).
Result<std::vector<int32_t>> greedy_answer(LanguageModel& model, std::span<const int32_t> prompt,
                                           int most_tokens);

}  // namespace kcast::infer
