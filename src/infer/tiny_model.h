// Models of a few thousand random weights, for tests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace kcast::infer {

// Writes tokenizer.json and tokenizer_config.json for `n_tokens` tokens: printable ASCII, blank,
// line end, <|endoftext|>, <|im_start|>, <|im_end|>, and then `more`, which no merge makes.
void write_tiny_tokenizer(const std::filesystem::path& folder, size_t n_tokens,
                          const std::vector<std::string>& more = {});

// A Llama model of two layers with that tokenizer, as a Hugging Face folder.
void write_tiny_llama(const std::filesystem::path& folder, uint64_t seed,
                      const std::vector<std::string>& more = {});

// The same as a GGUF file of float32.
Result<std::filesystem::path> make_tiny_gguf(const std::filesystem::path& folder, uint64_t seed,
                                             const std::vector<std::string>& more = {});

}  // namespace kcast::infer
