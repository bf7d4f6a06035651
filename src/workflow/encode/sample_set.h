// A data set as token shards: kernels are made again, their prompts and answers tokenised.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "dataset/splits.h"
#include "encode/prompts.h"
#include "encode/tokenizer.h"
#include "workflow/dataset/remake.h"
#include "workflow/encode/shards.h"

namespace kcast::workflow {

// Features of launches by recipe, language, launch and gpu.
class FeatureTable {
 public:
  // From a store that `kcast dataset features` has filled. An error where it has none of this
  // version of the analysis.
  static Result<FeatureTable> read(const std::filesystem::path& store);

  // Null where there is none.
  const std::vector<float>* find(const dataset::Row& row) const;

 private:
  std::map<std::string, std::vector<float>> rows_;
};

struct EncodeSettings {
  encode::Template which = encode::Template::Compact;
  dataset::Split split = dataset::Split::Family;
  // Of train, val and test, taken by a hash of their names; 0: all.
  std::array<size_t, 3> per_kernel{};  // samples of one kernel
  std::array<size_t, 3> limits{};      // samples
  size_t most_tokens = 4096;           // of a sample
  bool with_answer = true;
  bool analyse = false;                    // work the features out now
  const FeatureTable* features = nullptr;  // or take them from here; null: none
  size_t jobs = 1;
};

// Writes train.safetensors, val.safetensors and test.safetensors; they appear when all of them are
// whole.
Result<EncodeSummary> encode_set(const dataset::SampleSet& set, const Remaker& remaker,
                                 const encode::Tokenizer& tokenizer, const EncodeSettings& settings,
                                 const std::filesystem::path& folder);

}  // namespace kcast::workflow
