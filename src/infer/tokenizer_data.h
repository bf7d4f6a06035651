// A byte-level BPE tokenizer as data: out of a GGUF file or a Hugging Face folder, and into either.
// Tokenising is llama.cpp's business (vocabulary.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "infer/gguf_file.h"

namespace kcast::infer {

class GgufWriter;

// How llama.cpp calls the kinds of tokens.
enum TokenKind : int32_t { NormalToken = 1, ControlToken = 3, UserToken = 4, UnusedToken = 5 };

struct TokenizerData {
  std::string pre;                  // llama.cpp's name of the rule that splits words: qwen2, smollm
  std::vector<std::string> tokens;  // by id, in the alphabet of byte-level BPE
  std::vector<int32_t> kinds;       // TokenKind of each
  std::vector<std::string> merges;  // "left right", the first is made first
  std::optional<int64_t> bos;
  std::optional<int64_t> eos;
  std::optional<int64_t> pad;
  std::optional<int64_t> unknown;
  bool add_bos = false;  // before every text
  std::string chat_template;

  bool operator==(const TokenizerData&) const = default;
};

Result<TokenizerData> tokenizer_of_gguf(const GgufFile& file);

// From tokenizer.json, tokenizer_config.json and chat_template.jinja of a folder. The vocabulary
// is filled up to `n_tokens`, the rows of the embedding, with tokens that nothing makes.
Result<TokenizerData> tokenizer_of_folder(const std::filesystem::path& folder, int64_t n_tokens);

void write_tokenizer(const TokenizerData& data, GgufWriter& writer);

// Writes tokenizer.json and tokenizer_config.json. A splitting rule without a known spelling is
// Unsupported.
Status write_tokenizer_folder(const TokenizerData& data, const std::filesystem::path& folder);

// What tells tokenizers apart: SHA-256 over the rule, tokens with their kinds, and merges.
std::string tokenizer_sha256(const TokenizerData& data);

}  // namespace kcast::infer
