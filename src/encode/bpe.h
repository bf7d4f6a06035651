// Our own tokenizer: byte-level BPE over code_words(). Any bytes have ids, and ids give them back.
//
// Ids: the special tokens, then the 256 bytes in their order, then the results of merges. The file
// is a tokenizer.json of Hugging Face's tokenizers library, which gives every text the same ids.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "encode/tokenizer.h"

namespace kcast::encode {

// What a vocabulary consists of, in memory.
struct BpeModel {
  std::vector<std::string> specials;  // ids from 0
  std::vector<std::string> tokens;    // bytes of all others: the ids after the specials
  std::vector<std::pair<int32_t, int32_t>> merges;  // ids, the first that applies first

  bool operator==(const BpeModel&) const = default;
};

// "<|endoftext|>", "<|pad|>", "<|im_start|>", "<|im_end|>".
std::vector<std::string> default_specials();

class BpeTokenizer final : public Tokenizer {
 public:
  // The model must be whole: all bytes, and every merge's result among its tokens.
  static Result<std::unique_ptr<BpeTokenizer>> make(BpeModel model);
  static Result<std::unique_ptr<BpeTokenizer>> load(const std::filesystem::path& file);
  // `name` is for errors.
  static Result<std::unique_ptr<BpeTokenizer>> parse(std::string_view json,
                                                     const std::string& name);
  std::string to_json() const;

  Result<std::vector<std::vector<int32_t>>> encode(std::span<const TokenText> texts) const override;
  int64_t vocabulary_size() const override;
  ChatFormat chat_format() const override { return ChatFormat::Plain; }
  std::string sha256() const override;  // of to_json()

  std::vector<int32_t> encode_text(std::string_view text) const;
  // An id that is not in the vocabulary is an error.
  Result<std::string> decode(std::span<const int32_t> ids) const;

  const BpeModel& model() const { return model_; }

 private:
  struct Merge {
    int32_t rank = 0;
    int32_t result = 0;
  };
  using WordCache = std::unordered_map<std::string_view, std::vector<int32_t>>;

  BpeTokenizer() = default;
  Status index();
  void encode_words(std::string_view text, WordCache& cache, std::vector<int32_t>& out) const;
  std::vector<int32_t> encode_word(std::string_view word) const;
  const Merge* merge_of(int32_t left, int32_t right) const;

  BpeModel model_;
  int32_t first_byte_ = 0;  // id
  std::map<std::string, int32_t, std::less<>> special_ids_;
  std::unordered_map<uint64_t, Merge> merges_;
};

}  // namespace kcast::encode
