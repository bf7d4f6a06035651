#include "report/tokenizer_view.h"

#include "base/text.h"

namespace kcast::report {

std::string trained_text(const TrainedTokenizer& trained) {
  return trained.file + ": " + std::to_string(trained.tokens) + " tokens, " +
         std::to_string(trained.merges) + " merges, from " + std::to_string(trained.words) +
         " different words\n";
}

std::string token_ids_text(std::span<const TokenizedText> texts) {
  std::string out;
  for (const TokenizedText& text : texts) {
    std::vector<std::string> words;
    for (const int32_t id : text.ids)
      words.push_back(std::to_string(id));
    out += join(words, " ") + "\n";
  }
  return out;
}

std::string token_counts_text(std::span<const TokenizedText> texts) {
  std::string out;
  for (const TokenizedText& text : texts) {
    out += std::to_string(text.ids.size()) + " tokens, " + std::to_string(text.bytes) + " bytes" +
           (text.file.empty() ? "" : "  " + text.file) + "\n";
  }
  return out;
}

}  // namespace kcast::report
