// Vocabularies for models of our own: made from kernels, and used on files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "base/result.h"
#include "report/tokenizer_view.h"

namespace kcast::workflow {

struct TokenizerTraining {
  int64_t vocabulary = 8192;
  uint64_t kernels = 20000;  // how many are generated as text
  uint64_t seed = 1;
  size_t jobs = hardware_jobs();
  std::vector<std::string> files;  // texts; none: generated kernels and authored programs
};

// Writes the tokenizer.json `out`.
Result<report::TrainedTokenizer> train_tokenizer(const TokenizerTraining& options,
                                                 const std::string& out);

// Each file with its ids; what `in` gives where no file is named.
Result<std::vector<report::TokenizedText>> tokenize_files(const std::string& model,
                                                          std::span<const std::string> files,
                                                          std::istream& in);

}  // namespace kcast::workflow
