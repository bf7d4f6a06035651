// The tokenizer of a GGUF file: llama.cpp's own, no second implementation.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

struct llama_model;
struct llama_vocab;

namespace kcast::infer {

class Vocabulary {
 public:
  // Reads the vocabulary alone, no weights.
  static Result<Vocabulary> open(const std::filesystem::path& gguf);
  Vocabulary(Vocabulary&& other) noexcept;
  Vocabulary& operator=(Vocabulary&&) = delete;
  ~Vocabulary();

  // Plain text: a name like "<|im_end|>" in it is nothing special. No token is put in front.
  // May be called on several threads.
  Result<std::vector<int32_t>> tokenize(std::string_view text) const;
  // The same, with the names of special tokens read as such.
  Result<std::vector<int32_t>> tokenize_with_specials(std::string_view text) const;
  // A special token by its name; nothing where the vocabulary lacks it.
  std::optional<int32_t> special(std::string_view name) const;

  // The bytes that a token stands for; those of special tokens are empty.
  const std::string& text(int32_t token) const { return texts_[static_cast<size_t>(token)]; }
  std::string text(std::span<const int32_t> tokens) const;
  // What a token is called, special ones too: "<|im_end|>".
  std::string name(int32_t token) const;

  // The tokens whose text begins with this byte.
  std::span<const int32_t> beginning_with(char byte) const {
    return by_first_byte_[static_cast<uint8_t>(byte)];
  }

  int32_t size() const { return static_cast<int32_t>(texts_.size()); }
  std::optional<int32_t> bos() const;  // the token before every text, where the model wants one
  std::optional<int32_t> eos() const;  // the end of a text
  std::optional<int32_t> end_of_turn() const;
  // Tokens after which a model says nothing more.
  const std::vector<int32_t>& ends() const { return ends_; }
  const std::string& chat_template() const { return chat_template_; }  // Jinja; may be empty

  // 64 digits over everything that decides which ids a text gets (tokenizer_data.h).
  const std::string& sha256() const { return sha256_; }

 private:
  friend class LanguageModel;
  Vocabulary() = default;
  // Of a model that is already loaded and outlives it.
  static Result<Vocabulary> of_model(const llama_model* model, const std::filesystem::path& gguf);
  Status read_texts(const std::filesystem::path& gguf);
  Result<std::vector<int32_t>> tokenize(std::string_view text, bool specials) const;

  llama_model* owned_ = nullptr;  // null when another owns it
  const llama_vocab* vocab_ = nullptr;
  std::vector<std::string> texts_;
  std::array<std::vector<int32_t>, 256> by_first_byte_;
  std::vector<int32_t> ends_;
  std::string chat_template_;
  std::string sha256_;
};

}  // namespace kcast::infer
