#include "infer/vocabulary_tokenizer.h"

namespace kcast::infer {

Result<std::vector<std::vector<int32_t>>> VocabularyTokenizer::encode(
    std::span<const encode::TokenText> texts) const {
  std::vector<std::vector<int32_t>> out;
  out.reserve(texts.size());
  for (const encode::TokenText& text : texts) {
    if (!text.special) {
      KCAST_TRY(std::vector<int32_t> tokens, vocabulary_.tokenize(text.text));
      out.push_back(std::move(tokens));
      continue;
    }
    const auto token = vocabulary_.special(text.text);
    if (!token) {
      return Error{ErrorCode::InvalidInput,
                   "the vocabulary has no special token '" + std::string(text.text) + "'"};
    }
    out.push_back({*token});
  }
  return out;
}

encode::ChatFormat VocabularyTokenizer::chat_format() const {
  if (vocabulary_.special("<|im_start|>") && vocabulary_.special("<|im_end|>"))
    return encode::ChatFormat::ChatMl;
  if (vocabulary_.special("<|start_header_id|>") && vocabulary_.special("<|eot_id|>"))
    return encode::ChatFormat::Llama3;
  return encode::ChatFormat::Plain;
}

}  // namespace kcast::infer
