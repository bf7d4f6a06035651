// What the subcommands of `kcast tokenizer` print.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kcast::report {

struct TrainedTokenizer {
  std::string file;
  int64_t tokens = 0;
  size_t merges = 0;
  size_t words = 0;  // different ones that it was made from
};

struct TokenizedText {
  std::string file;  // empty: standard input
  size_t bytes = 0;
  std::vector<int32_t> ids;
};

std::string trained_text(const TrainedTokenizer& trained);

// A line for each text.
std::string token_ids_text(std::span<const TokenizedText> texts);
std::string token_counts_text(std::span<const TokenizedText> texts);

}  // namespace kcast::report
