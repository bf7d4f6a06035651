// A data set as token shards: kernels are made again, their prompts and answers tokenised.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/dataset_remake.h"
#include "dataset/splits.h"
#include "encode/prompts.h"
#include "encode/tokenizer.h"

namespace kcast::cli {

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
  size_t limit = 0;           // samples of each side, taken by a hash of their names; 0: all
  size_t most_tokens = 4096;  // of a sample
  bool with_answer = true;
  bool analyse = false;                    // work the features out now
  const FeatureTable* features = nullptr;  // or take them from here; null: none
  size_t jobs = 1;
};

// Of one side.
struct EncodedSide {
  std::vector<double> lengths;  // tokens of each sample
  size_t cut = 0;               // samples that lost some of their kernel's text
};

struct EncodeSummary {
  std::array<EncodedSide, 3> sides;
  std::map<std::string, size_t> dropped;  // rows by reason
};

// Writes train.safetensors, val.safetensors and test.safetensors; they appear when all of them are
// whole.
Result<EncodeSummary> encode_set(const dataset::SampleSet& set, const Remaker& remaker,
                                 const encode::Tokenizer& tokenizer, const EncodeSettings& settings,
                                 const std::filesystem::path& folder);

}  // namespace kcast::cli
