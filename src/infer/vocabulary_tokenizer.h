// A GGUF file's vocabulary where src/encode wants a tokenizer.
#pragma once

#include "encode/tokenizer.h"
#include "infer/vocabulary.h"

namespace kcast::infer {

class VocabularyTokenizer final : public encode::Tokenizer {
 public:
  // The vocabulary outlives it.
  explicit VocabularyTokenizer(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  Result<std::vector<std::vector<int32_t>>> encode(
      std::span<const encode::TokenText> texts) const override;
  int64_t vocabulary_size() const override { return vocabulary_.size(); }
  // Told by the special tokens that the vocabulary has.
  encode::ChatFormat chat_format() const override;
  std::string sha256() const override { return vocabulary_.sha256(); }

 private:
  const Vocabulary& vocabulary_;
};

}  // namespace kcast::infer
