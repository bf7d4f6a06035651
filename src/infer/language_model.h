// A GGUF language model on the CPU: evaluates tokens, keeps what it has evaluated, and gives
// logits and hidden states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "infer/vocabulary.h"

struct llama_adapter_lora;
struct llama_context;
struct llama_model;

namespace kcast::infer {

struct LanguageModelOptions {
  std::filesystem::path gguf;
  std::filesystem::path adapter;  // a GGUF LoRA adapter; empty: none
  int threads = 0;                // 0: all of the machine's
  int context = 4096;             // tokens of prompt and answer together, at most
  bool exact_cache = false;       // keys and values in float32: for comparisons
};

enum class Pooling { Last, Mean };

class LanguageModel {
 public:
  // A damaged file, or an adapter that was made for another base, is an error that says so.
  static Result<LanguageModel> load(const LanguageModelOptions& options);
  LanguageModel(LanguageModel&&) noexcept;
  LanguageModel& operator=(LanguageModel&&) = delete;
  ~LanguageModel();

  const Vocabulary& vocabulary() const;
  int32_t context() const;  // tokens that fit
  int32_t hidden_size() const;
  // For code that calls llama.cpp itself: the benchmark of its own sampling.
  llama_context* raw() const;

  // Makes `tokens` the whole text. What it shares with the last one from the start is not
  // evaluated again. Afterwards logits() speak of the token that follows.
  Status evaluate(std::span<const int32_t> tokens);
  // Adds tokens behind the text, in one batch.
  Status append(std::span<const int32_t> tokens);
  // Forgets everything behind the first `n` tokens; logits() speak of nothing until more is added.
  void rewind(size_t n);

  std::span<const int32_t> tokens() const;
  // Of every token of the vocabulary, for the place behind the text.
  std::span<const float> logits() const;

  // Of the places behind each of the last `n` tokens, one after the other.
  Result<std::vector<float>> last_logits(std::span<const int32_t> tokens, size_t n);

  // The last layer's output, behind its norm, of the text's last token or averaged over all tokens.
  // Mean evaluates the text anew.
  Result<std::vector<float>> hidden(std::span<const int32_t> tokens, Pooling pooling);

 private:
  struct State;
  explicit LanguageModel(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace kcast::infer
