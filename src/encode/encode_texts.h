// Prompts and answers as tokens: what a shard holds of a sample, and what a model is fed with when
// it is asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "encode/prompts.h"
#include "encode/tokenizer.h"

namespace kcast::encode {

struct SampleText {
  std::vector<Turn> prompt;
  std::string answer;  // empty: to be given by the model, or by a head
};

struct SampleTokens {
  std::vector<int32_t> tokens;  // empty: too long, even without most of the kernel's text
  int32_t answer = 0;           // index of the answer's first token; their number without one
  bool cut = false;             // something of the kernel's text is missing (cut_code)
};

// One for each text, at most `limit` tokens long. Pieces (chat.h) are tokenised one by one.
Result<std::vector<SampleTokens>> encode_texts(const Tokenizer& tokenizer,
                                               std::span<const SampleText> texts, size_t limit);

}  // namespace kcast::encode
