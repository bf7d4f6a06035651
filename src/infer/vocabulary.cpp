#include "infer/vocabulary.h"

#include <llama.h>

#include <algorithm>
#include <array>
#include <climits>
#include <utility>

#include "infer/llama_runtime.h"
#include "infer/tokenizer_data.h"

namespace kcast::infer {
namespace {

std::optional<int32_t> token_or_none(llama_token token) {
  if (token < 0) return std::nullopt;
  return token;
}

std::string piece_of(const llama_vocab* vocab, llama_token token) {
  std::array<char, 128> buffer = {};
  int32_t n = llama_token_to_piece(vocab, token, buffer.data(), buffer.size(), 0, false);
  if (n >= 0) return {buffer.data(), static_cast<size_t>(n)};
  std::string out(static_cast<size_t>(-n), '\0');
  n = llama_token_to_piece(vocab, token, out.data(), -n, 0, false);
  out.resize(static_cast<size_t>(std::max(n, 0)));
  return out;
}

}  // namespace

Result<Vocabulary> Vocabulary::open(const std::filesystem::path& gguf) {
  // Its header is checked by us first: llama.cpp says less.
  KCAST_TRY(const GgufFile file, GgufFile::open(gguf));
  llama_model_params params = llama_model_default_params();
  params.vocab_only = true;
  static_cast<void>(last_llama_complaint());
  Vocabulary out;
  out.owned_ = llama_model_load_from_file(gguf.c_str(), params);
  if (out.owned_ == nullptr) {
    return Error{
        ErrorCode::InvalidInput,
        gguf.string() + ": no vocabulary that llama.cpp can read" + last_llama_complaint()};
  }
  out.vocab_ = llama_model_get_vocab(out.owned_);
  KCAST_OK(out.read_texts(gguf));
  return out;
}

Result<Vocabulary> Vocabulary::of_model(const llama_model* model,
                                        const std::filesystem::path& gguf) {
  Vocabulary out;
  out.vocab_ = llama_model_get_vocab(model);
  KCAST_OK(out.read_texts(gguf));
  return out;
}

Vocabulary::Vocabulary(Vocabulary&& other) noexcept
    : owned_(std::exchange(other.owned_, nullptr)),
      vocab_(other.vocab_),
      texts_(std::move(other.texts_)),
      by_first_byte_(std::move(other.by_first_byte_)),
      ends_(std::move(other.ends_)),
      chat_template_(std::move(other.chat_template_)),
      sha256_(std::move(other.sha256_)) {}

Vocabulary::~Vocabulary() {
  if (owned_ != nullptr) llama_model_free(owned_);
}

Status Vocabulary::read_texts(const std::filesystem::path& gguf) {
  KCAST_TRY(const GgufFile file, GgufFile::open(gguf));
  KCAST_TRY(const TokenizerData data, tokenizer_of_gguf(file));
  sha256_ = tokenizer_sha256(data);
  chat_template_ = data.chat_template;
  const int32_t n = llama_vocab_n_tokens(vocab_);
  texts_.reserve(static_cast<size_t>(n));
  for (llama_token token = 0; token < n; ++token) {
    texts_.push_back(piece_of(vocab_, token));
    const std::string& text = texts_.back();
    if (llama_vocab_is_eog(vocab_, token)) ends_.push_back(token);
    if (!text.empty()) by_first_byte_[static_cast<uint8_t>(text[0])].push_back(token);
  }
  return Unit{};
}

Result<std::vector<int32_t>> Vocabulary::tokenize(std::string_view text) const {
  return tokenize(text, false);
}

Result<std::vector<int32_t>> Vocabulary::tokenize_with_specials(std::string_view text) const {
  return tokenize(text, true);
}

Result<std::vector<int32_t>> Vocabulary::tokenize(std::string_view text, bool specials) const {
  if (text.empty()) return std::vector<int32_t>{};
  if (text.size() > INT_MAX / 2) {
    return Error{ErrorCode::InvalidInput, "a text of more than 1 GB cannot be tokenised"};
  }
  std::vector<int32_t> out(text.size() / 2 + 16);
  const auto tokenize_into = [&] {
    return llama_tokenize(vocab_, text.data(), static_cast<int32_t>(text.size()), out.data(),
                          static_cast<int32_t>(out.size()), false, specials);
  };
  int32_t n = tokenize_into();
  if (n < 0 && n != INT32_MIN) {
    out.resize(static_cast<size_t>(-n));
    n = tokenize_into();
  }
  if (n < 0) return Error{ErrorCode::External, "llama.cpp cannot tokenise this text"};
  out.resize(static_cast<size_t>(n));
  return out;
}

std::optional<int32_t> Vocabulary::special(std::string_view name) const {
  const auto tokens = tokenize(name, true);
  if (!tokens || tokens->size() != 1) return std::nullopt;
  const int32_t token = tokens->front();
  const int attributes = llama_vocab_get_attr(vocab_, token);
  if ((attributes & (LLAMA_TOKEN_ATTR_CONTROL | LLAMA_TOKEN_ATTR_USER_DEFINED)) == 0)
    return std::nullopt;
  return token;
}

std::string Vocabulary::text(std::span<const int32_t> tokens) const {
  std::string out;
  for (const int32_t token : tokens)
    out += text(token);
  return out;
}

std::string Vocabulary::name(int32_t token) const {
  const std::string& plain = text(token);
  return plain.empty() ? llama_vocab_get_text(vocab_, token) : plain;
}

std::optional<int32_t> Vocabulary::bos() const {
  if (!llama_vocab_get_add_bos(vocab_)) return std::nullopt;
  return token_or_none(llama_vocab_bos(vocab_));
}

std::optional<int32_t> Vocabulary::eos() const {
  return token_or_none(llama_vocab_eos(vocab_));
}

std::optional<int32_t> Vocabulary::end_of_turn() const {
  return token_or_none(llama_vocab_eot(vocab_));
}

}  // namespace kcast::infer
