// Kernels that nobody measured as token shards: their texts alone, for causal pre-training.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

#include "base/result.h"
#include "dataset/splits.h"
#include "encode/tokenizer.h"
#include "workflow/encode/sample_set.h"

namespace kcast::workflow {

struct CorpusSettings {
  uint64_t kernels = 0;  // how many are drawn
  uint64_t seed = 1;
  dataset::Split split = dataset::Split::Family;
  size_t most_tokens = 4096;
  size_t jobs = 1;
};

// Writes train.safetensors and val.safetensors; every token carries loss. Kernels that the split
// tests are left out, and so are texts that are there already.
Result<EncodeSummary> encode_corpus(const encode::Tokenizer& tokenizer,
                                    const CorpusSettings& settings,
                                    const std::filesystem::path& folder);

}  // namespace kcast::workflow
