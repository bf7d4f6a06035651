// What turns texts into the numbers that a model reads. Ours (bpe.h) and those of GGUF files
// (tokenize_pipe.h, and kcast-llm behind it) are used through this.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "encode/chat.h"

namespace kcast::encode {

struct TokenText {
  std::string_view text;
  bool special = false;  // the name of one special token, such as "<|im_end|>"; else plain text,
                         // in which such a name is nothing special
};

class Tokenizer {
 public:
  Tokenizer() = default;
  Tokenizer(const Tokenizer&) = delete;
  Tokenizer& operator=(const Tokenizer&) = delete;
  virtual ~Tokenizer() = default;

  // The ids of each text. A special token that the vocabulary lacks is an error that names it.
  // May be called on several threads at once.
  virtual Result<std::vector<std::vector<int32_t>>> encode(
      std::span<const TokenText> texts) const = 0;

  virtual int64_t vocabulary_size() const = 0;
  // How conversations are written for this model.
  virtual ChatFormat chat_format() const = 0;
  // 64 digits that change whenever a text could get other ids.
  virtual std::string sha256() const = 0;
};

}  // namespace kcast::encode
