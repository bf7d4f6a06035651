// Token shards, as `kcast encode` writes them (a safetensors file):
//   1. tokens I32 [N]; offsets I64 [S+1]: sample s is tokens[offsets[s] .. offsets[s+1])
//   2. answer I32 [S]: where in the sample the answer begins; its length when there is none
//   3. targets F32 [S, 12], origin F32 [S, 12] (NaN: unknown), features F32 [S, F], label I32 [S]
//   4. ids U8: the samples' names, separated by newlines
// with metadata format = kcast-shard-1, tokenizer, targets, features, template, split.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "encode/safetensors.h"

namespace kcast {

class TokenShard {
 public:
  // Checks everything that later code relies on: lengths, offsets in order, answers inside.
  static Result<TokenShard> open(const std::filesystem::path& path);

  size_t size() const { return offsets_.size() - 1; }
  std::span<const int32_t> tokens(size_t sample) const;
  int64_t answer(size_t sample) const { return answer_.empty() ? 0 : answer_[sample]; }
  // Empty where the shard has none.
  std::span<const float> targets(size_t sample) const { return row(targets_, n_targets_, sample); }
  std::span<const float> origin(size_t sample) const { return row(origin_, n_targets_, sample); }
  std::span<const float> features(size_t sample) const {
    return row(features_, n_features_, sample);
  }
  int label(size_t sample) const { return label_.empty() ? -1 : label_[sample]; }

  size_t n_targets() const { return targets_.empty() ? 0 : n_targets_; }
  size_t n_features() const { return n_features_; }
  int32_t largest_token() const { return largest_token_; }
  bool has_origin() const { return !origin_.empty(); }
  bool has_labels() const { return !label_.empty(); }
  // "" where it is not stated.
  std::string metadata(const std::string& key) const;
  const std::filesystem::path& path() const { return file_.path(); }

 private:
  explicit TokenShard(SafetensorsFile file) : file_(std::move(file)) {}
  Status read();
  static std::span<const float> row(std::span<const float> all, size_t width, size_t i) {
    return all.empty() ? all : all.subspan(i * width, width);
  }

  SafetensorsFile file_;
  std::span<const int32_t> tokens_;
  std::span<const int64_t> offsets_;
  std::span<const int32_t> answer_;
  std::span<const float> targets_;
  std::span<const float> origin_;
  std::span<const float> features_;
  std::span<const int32_t> label_;
  size_t n_targets_ = 0;
  size_t n_features_ = 0;
  int32_t largest_token_ = 0;
};

}  // namespace kcast
